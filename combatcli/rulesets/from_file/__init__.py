"""A game in one TOML file: read and checked as a whole, then played like any other game."""
