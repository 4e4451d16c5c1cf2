"""Read and write the files of translators: CSV, gettext PO and XLIFF 2."""
