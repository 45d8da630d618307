"""Rolling: dice on the table, where their faces come from, and how a roll is written; knows nothing of odds."""
