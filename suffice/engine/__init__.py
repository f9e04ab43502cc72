"""What follows: closure, supports, derivations, certificates."""
