"""`realm`: arenas, face dice and wound boxes. `rules.toml` lists its rules, a module each command that it has."""
