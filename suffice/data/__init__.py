"""Data that ships with suffice; sources and licences in NOTICE."""
