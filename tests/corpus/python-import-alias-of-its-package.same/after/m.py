import a.c
import a.b as b

print(a, b)
