from a import LIMIT, f
from base import LIMIT
print(LIMIT, f())
