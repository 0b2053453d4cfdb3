import a
y = a.x
