"""Compiled stepping of environments: whole batches, opponents, observations and masks without leaving compiled code."""
