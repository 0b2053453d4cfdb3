size =

1
