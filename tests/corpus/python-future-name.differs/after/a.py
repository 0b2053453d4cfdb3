x = division
