"""What explains other figures: ``known`` in the figures alone, ``damage`` in the files, ``submissions`` in others."""
