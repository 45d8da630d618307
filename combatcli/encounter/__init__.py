"""The encounter: its schema, how it is read and written, and its journal."""
