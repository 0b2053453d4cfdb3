from r import other
other.C = 2
