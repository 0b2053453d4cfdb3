import a
print(getattr(a.f, "__doc__"))
