"""Run language models in GGUF files inside this process, with llama.cpp."""
