import patches
import socket
import time


patches.apply()


def g(x):
    return time.time() - x


def f(x=socket.AF_INET):
    return x
