"""`blade`: sides, Difficulties and a melee in three steps. `rules.toml` lists its rules, a module each command."""
