import threading


def toil():
    pass


thread = threading.Thread(target=toil)
print(thread.name)
