from abc import ABC
import patches

print(ABC)
