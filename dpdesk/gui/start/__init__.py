"""Where one begins: the example, a file, last year's plan, a template, or a plan of before."""
