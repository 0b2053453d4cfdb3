ready = True
