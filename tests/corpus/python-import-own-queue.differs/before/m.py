import p
import queue
