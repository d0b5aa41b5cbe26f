"""Behaviours of old platforms that the bytes of a report rest on, each named and tested alone."""
