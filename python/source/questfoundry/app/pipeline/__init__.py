"""Run single stages or the whole pipeline."""
