from math import *
from dataclasses import field
print(field, floor(1.5))
