import threading


def work():
    pass


thread = threading.Thread(target=work, name="a")
print(thread.daemon)
