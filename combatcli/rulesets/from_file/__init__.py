"""A game in one TOML file: read and checked whole, then played as any other game is."""
