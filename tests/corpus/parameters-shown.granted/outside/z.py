import inspect
from a import f
print(inspect.signature(f))
