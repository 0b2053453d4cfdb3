import ctypes
print(ctypes.CDLL("shop").helper())
