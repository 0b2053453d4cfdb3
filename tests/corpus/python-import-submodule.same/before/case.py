import a.c
import a.b

print(a.b, a.c)
