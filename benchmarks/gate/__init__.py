"""Benchmarks of the coverage gate."""
