"""What is confidential? Sources, reading, the row cap, tabulation to an integer contingency table."""
