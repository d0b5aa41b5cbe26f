#!/usr/bin/env python3
"""Evaluate labelled spans fairly; docs/faireval.md describes the command."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from faireval.cli import main

raise SystemExit(main())
