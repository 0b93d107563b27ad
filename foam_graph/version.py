"""The version, in a module that imports nothing: who needs it alone pays for nothing else."""

__version__ = "0.1.0"
