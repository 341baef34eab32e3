"""People: identities, passphrases, devices that were logged out, ratings."""
