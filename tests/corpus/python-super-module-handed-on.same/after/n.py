import m

x = m.C
x.C = int
