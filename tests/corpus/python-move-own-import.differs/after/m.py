import cleaner


def show(text):
    print(cleaner.clean(text), text)
