"""Pairings (P1–P8): who fights whom in two camps that touch, in every game and without an encounter."""
