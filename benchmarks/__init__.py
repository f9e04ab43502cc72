"""Benchmarks, one command a topic; each prints a table and writes JSON."""
