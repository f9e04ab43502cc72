"""Retrieval measured: gold documents inside the first few, hops used, and when to stop (AdMIRaL section 7)."""
