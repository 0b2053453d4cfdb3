from own import AF_UNIX
from socket import *

print(AF_UNIX, gethostname())
