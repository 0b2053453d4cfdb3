import threading


def join(one):
    class Both(one, threading.Thread):
        pass

    return Both
