"""Read and write the settings of a project, from files, the environment and the command line."""
