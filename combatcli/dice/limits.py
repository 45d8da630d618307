"""The limits that every expression of dice keeps."""

MOST_DICE = 10_000
MOST_CHARACTERS = 4_096
MOST_DEPTH = 100
MOST_SIDES = 1_000_000
MOST_NUMBER = 999_999_999
MOST_EXTRA = 1_000
"""How often one die may explode or be rerolled."""
MOST_EXTRAS = 100_000
"""How many dice all explosions and rerolls of an expression may add."""

MOST_VALUE = 10**4_000
"""No product or power comes to more, however large its factors."""
