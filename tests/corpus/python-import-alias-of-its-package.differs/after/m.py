import a.c
import a.b as a

print(a)
