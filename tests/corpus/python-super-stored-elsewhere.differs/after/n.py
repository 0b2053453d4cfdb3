import m

m.C = m.B
