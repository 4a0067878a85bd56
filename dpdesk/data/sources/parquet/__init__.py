"""Parquet files, and folders of them that are one table."""
