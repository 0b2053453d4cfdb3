package tax

type Rate struct{ sum int }

func New() Rate { return Rate{sum: 1} }
