@app.route('/a')
def f():
    return 1


@app.route('/<x>')
def g():
    return 2
