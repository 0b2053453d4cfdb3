import m

x = m
x.C = int
