"""The model in the process: llama.cpp, and writing field by field."""
