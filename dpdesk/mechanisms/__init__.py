"""How is it answered? One mechanism, one file, one citation; a catalogue lists them."""
