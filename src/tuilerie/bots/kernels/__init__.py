"""Compiled policies.

A policy reads the record through what its own seat knows, and nothing else; a test permutes the rest.
"""
