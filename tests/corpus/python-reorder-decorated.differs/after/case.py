@app.route('/<x>')
def g():
    return 2


@app.route('/a')
def f():
    return 1
