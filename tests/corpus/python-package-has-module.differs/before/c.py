import p.r
from p import q

q()
