"""One sheet of an Excel workbook."""
