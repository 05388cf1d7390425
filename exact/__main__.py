"""``python -m exact`` is the command ``exact``."""

from exact.cli import main

main()
