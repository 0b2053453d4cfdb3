from base import *

print(Bag)
