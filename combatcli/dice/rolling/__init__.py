"""Rolling: the dice, the sources of their faces, and the text of a roll; knows nothing of odds."""
