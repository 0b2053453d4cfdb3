import threading


def work():
    pass


thread = threading.Thread(target=work)
print(thread.name)
