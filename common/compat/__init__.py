"""Behaviours of old platforms that the bytes of a report depend on, each named and tested by itself."""
