"""Kept for tools that still look for it; everything is said in pyproject.toml."""

from setuptools import setup

setup()
