"""Node mappings compared with labelled ones: which statement after is which statement before."""
