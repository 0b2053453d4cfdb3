import m

m.D = 1
