"""Settings for all tests: property tests check exact equality, so they need no deadline."""

from hypothesis import settings

settings.register_profile("exact", deadline=None, max_examples=60)
settings.load_profile("exact")
