"""What to test on: corpora with twins, scoring."""
