import a.b as a
import a.c

print(a)
