size = (

1)
