from p import q
from p.q import z

print(q, z)
