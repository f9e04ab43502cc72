"""Exact settings: theories and logs whose labels follow from what is written, without a link to be judged."""
