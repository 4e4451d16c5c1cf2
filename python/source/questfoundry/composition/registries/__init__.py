"""The stages, providers, exporters and readers that exist: built in, or added by plug-ins."""
