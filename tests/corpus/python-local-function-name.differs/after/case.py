def outer():
    def other():
        return 1

    return other.__name__
