import queue
from socket import *

print(queue.Queue, gethostname())
