"""The steps of every command: read the encounter, resolve, report, write; all of it, or nothing."""
