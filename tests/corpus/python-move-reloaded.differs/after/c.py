def show(page, name):
    page.reload(name)
