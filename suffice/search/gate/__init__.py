"""A gate before any verifier: claims, encoders, gaps, thresholds, and a host loop to gate. It defers, and never declares."""
