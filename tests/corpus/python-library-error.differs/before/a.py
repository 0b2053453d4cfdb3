import socket
try:
    f()
except socket.timeout as error:
    g(error)
