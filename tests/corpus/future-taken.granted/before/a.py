from __future__ import print_function
print("a")
