from r import *
s.C = 2
