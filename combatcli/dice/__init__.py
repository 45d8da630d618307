"""Dice: notation, rolling, sources of faces and exact odds; knows nothing of combat."""
