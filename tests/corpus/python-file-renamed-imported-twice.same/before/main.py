from a import LIMIT as most, f
from base import LIMIT
print(LIMIT, f(), most)
