"""The page Publish: finished tables, their files, and what becomes of them."""
