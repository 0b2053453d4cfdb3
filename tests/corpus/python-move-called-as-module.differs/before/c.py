import p.b

print(p.b.h())
