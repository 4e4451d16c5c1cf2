"""The adapter that runs GGUF files in this process with llama.cpp."""
