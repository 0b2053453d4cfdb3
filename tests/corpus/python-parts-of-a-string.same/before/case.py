X = ('ab' 'cd')
