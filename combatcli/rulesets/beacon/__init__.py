"""The combat of *Beacon Road*: tiers, acts and reacts, conditions by severity."""
