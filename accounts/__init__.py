"""Accounts: sign-in without passwords, claimed uploader keys, personal tokens."""
