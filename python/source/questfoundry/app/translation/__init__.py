"""Translate a finished story: keep line ids, exchange files with translators, ask a model."""
