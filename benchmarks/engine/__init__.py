"""The engine against its peers: `python -m benchmarks.engine [TOPIC...] [--quick] [--json OUT]`."""
