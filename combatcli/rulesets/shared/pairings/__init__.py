"""Who fights whom (P1–P8): the legal pairings of two camps that touch, for every game and without an encounter."""
