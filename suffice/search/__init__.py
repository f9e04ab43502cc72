"""What to ask next: indexes, the search loop, its trace."""
