"""A GGUF file in the process, by llama.cpp."""
