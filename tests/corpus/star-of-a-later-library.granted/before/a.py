from dataclasses import field
from math import *
print(field, floor(1.5))
