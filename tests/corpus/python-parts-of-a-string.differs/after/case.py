X = ('abc' 'de')
