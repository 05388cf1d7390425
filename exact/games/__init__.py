"""One folder a game: rules.py (the literal rules), kernel.py (the fast way), __init__.py (the questions)."""
