"""dpdesk: publishable tables from confidential microdata, under differential privacy."""

__version__ = "0.1.0"
