import socket
try:
    f()
except socket.error as error:
    g(error)
