"""The workbook of a release: its sheets and layouts, and the bytes of the file."""
