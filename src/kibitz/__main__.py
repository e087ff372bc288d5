"""Runs the command line: `python -m kibitz` is the command `kibitz`."""

from kibitz.cli import main

main()
