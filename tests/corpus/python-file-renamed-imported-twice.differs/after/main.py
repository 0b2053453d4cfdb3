from base import LIMIT
from rates import LIMIT, f
print(LIMIT, f())
