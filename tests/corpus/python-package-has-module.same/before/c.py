import p.s
from p import q

q()
