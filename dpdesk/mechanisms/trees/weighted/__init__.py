"""Trees whose nodes are measured with different precision, over blocks of codes or nested areas."""
