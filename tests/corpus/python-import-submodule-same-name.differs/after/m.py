from p.q import z
from p import q

print(q, z)
