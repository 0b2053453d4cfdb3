import a.b as b
import a.c

print(a, b)
