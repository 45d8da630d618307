"""Reports made from events: plain text, screens for a terminal, JSON."""
