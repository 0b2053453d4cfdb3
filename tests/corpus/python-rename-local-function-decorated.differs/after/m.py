import web


def make():
    @web.route
    def start():
        print(1)
