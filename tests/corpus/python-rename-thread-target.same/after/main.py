import threading


def toil():
    pass


thread = threading.Thread(target=toil, name="a")
print(thread.daemon)
