"""Exact odds: what an expression, or a whole rule, may come to, and how likely each of it is."""
