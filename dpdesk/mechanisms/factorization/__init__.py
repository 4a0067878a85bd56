"""The workload's matrix factorized by optimisation, with a dual certificate."""
