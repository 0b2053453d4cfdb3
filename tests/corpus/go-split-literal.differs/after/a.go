package a

const text = "two" +
	"one "
