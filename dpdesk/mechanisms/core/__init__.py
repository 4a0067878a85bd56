"""What every family of mechanisms stands on: sensitivities, strategies, noise scales."""
