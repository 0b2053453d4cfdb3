import a.b
import a.c

print(a.b, a.c)
