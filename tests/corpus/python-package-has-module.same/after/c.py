import p.s
from p import r

r()
