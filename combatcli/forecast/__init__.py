"""Who wins from here: whole fights by the rules of any game, deed by deed, and what they add up to."""
