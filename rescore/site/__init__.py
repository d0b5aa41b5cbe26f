"""An archive as static web pages, which need no server and no network."""
