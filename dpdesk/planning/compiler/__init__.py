"""From a plan to what is measured: tables as lines and cells, cells as rows of a workload over a domain."""
