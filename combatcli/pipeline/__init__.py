"""The way that every command takes: read the encounter, resolve, report, write; all of it, or nothing."""
