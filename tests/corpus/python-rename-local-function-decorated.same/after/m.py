def make():
    def start():
        print(1)

    start()
