"""What is asked? Workloads as implicit matrices that are never built."""
