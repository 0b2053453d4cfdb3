package a

const text = "one two"
