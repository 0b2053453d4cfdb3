def show(page):
    page.reload()
