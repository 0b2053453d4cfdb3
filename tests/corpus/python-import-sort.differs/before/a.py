import patches
from abc import ABC

print(ABC)
