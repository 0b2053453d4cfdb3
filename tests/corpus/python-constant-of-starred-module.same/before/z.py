from r import *
print(s.C)
