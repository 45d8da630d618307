"""`blade`: sides, Difficulties and a melee in three steps. `rules.toml` lists its rules; each command has a module."""
