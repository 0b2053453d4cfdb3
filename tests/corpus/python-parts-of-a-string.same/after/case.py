X = ("ab" 'cd')
