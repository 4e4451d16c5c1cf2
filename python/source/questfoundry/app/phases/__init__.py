"""Run the phases of a stage: Discuss, Summarize and Serialize."""
