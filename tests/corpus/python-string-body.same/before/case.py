def f(db):
    db.run('DROP a\n')
