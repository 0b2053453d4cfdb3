import queue
import p
