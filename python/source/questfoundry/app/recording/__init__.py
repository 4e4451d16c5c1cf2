"""Recording a run: what was paid for or typed is written before it is used, and found again."""
