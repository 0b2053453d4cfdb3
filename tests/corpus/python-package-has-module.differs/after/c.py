import p.r
from p import r

r()
