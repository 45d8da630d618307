"""Dice and combat resolution for the table, the shell and the pipe."""

__version__ = "1.0.0"
