import tax

tax.len = lambda text: 9
