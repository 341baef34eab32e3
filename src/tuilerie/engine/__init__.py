"""The engine room: checked play, notation, events, views, records and fair deals, the same for every
registered game.
"""
