from levy import *

print(rates)
