"""What leaves the building? Workbook, tidy CSV, measurements, audit log, metadata."""
