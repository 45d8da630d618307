"""`realm`: arenas, face dice and wound boxes. `rules.toml` lists its rules; each command has a module."""
