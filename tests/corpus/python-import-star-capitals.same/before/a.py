from socket import *
import queue

print(queue.Queue, gethostname())
