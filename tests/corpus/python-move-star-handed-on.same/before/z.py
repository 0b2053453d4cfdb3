from r import *
print(RATE)
