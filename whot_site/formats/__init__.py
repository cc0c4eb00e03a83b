"""How days and times are written, by language: one way on every page and in every mail."""
