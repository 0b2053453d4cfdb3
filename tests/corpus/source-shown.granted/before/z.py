import inspect
from a import f
print(inspect.getsource(f))
