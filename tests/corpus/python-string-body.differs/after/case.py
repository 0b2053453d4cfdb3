def f(db):
    db.run('KEEP b\n')
