"""BRAINSTORM: a vision becomes raw material, entities and dilemmas (S3.12)."""

from __future__ import annotations
