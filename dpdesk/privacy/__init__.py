"""What is promised? Privacy loss and its arithmetic, neighbours, calibration, exact noise."""
