from r import s
s.C = 2
