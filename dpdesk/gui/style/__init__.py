"""The page House style: how the office prints, edited, looked at and kept."""
