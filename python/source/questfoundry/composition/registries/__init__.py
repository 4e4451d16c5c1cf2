"""List what plug-ins and the program itself register: stages, providers, exporters and laws."""
