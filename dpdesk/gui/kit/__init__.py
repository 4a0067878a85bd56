"""Controls that know no page."""
