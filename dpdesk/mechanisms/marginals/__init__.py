"""Tables over some variables each, taken apart into what they share and what each adds."""
