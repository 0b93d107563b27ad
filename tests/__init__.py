"""The tests of FOAM Graph; what they share is in ``tests.support``."""
