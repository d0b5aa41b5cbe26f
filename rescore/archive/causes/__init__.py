"""Causes of different figures: in the figures (``known``), the files (``damage``), or other ``submissions``."""
