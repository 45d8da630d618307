"""What several games do word for word the same; each game says the rest in its own folder."""
