from base import LIMIT
from rates import LIMIT as most, f
print(LIMIT, f(), most)
