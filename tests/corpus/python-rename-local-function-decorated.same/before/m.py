def make():
    def index():
        print(1)

    index()
