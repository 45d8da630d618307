"""The combat of *ARQ RPG*: cards, dash tests, pairings."""
