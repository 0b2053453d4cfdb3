const a = 'x ';
