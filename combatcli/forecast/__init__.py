"""Forecasts: fights to the end by the rules of any game, deed by deed, and their statistics."""
