from socket import *
from own import AF_UNIX

print(AF_UNIX, gethostname())
