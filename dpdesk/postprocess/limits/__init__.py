"""Between which numbers a printed figure lies: limits and margins of counts, ratios, quantiles and inequality."""
