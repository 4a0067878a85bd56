"""Smooth combinations of ordered codes, decoded by fast Fourier transforms: sine, bridge, Toeplitz."""
