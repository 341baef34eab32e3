"""Players that are programs: random, greedy, and those that sit down from outside."""
