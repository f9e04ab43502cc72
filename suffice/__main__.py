"""`python -m suffice`."""

from suffice.cli import main

main()
