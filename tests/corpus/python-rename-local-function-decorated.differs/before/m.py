import web


def make():
    @web.route
    def index():
        print(1)
