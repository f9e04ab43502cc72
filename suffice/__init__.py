"""suffice: when is the evidence enough?

A question becomes Horn rules that say which facts jointly yield the answer; passages become facts, each tied to the
words that state it; closure yields a certificate, or an abstention that names what is still open.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
