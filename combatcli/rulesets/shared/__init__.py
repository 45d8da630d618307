"""What several games share word for word; each game's folder has the rest."""
