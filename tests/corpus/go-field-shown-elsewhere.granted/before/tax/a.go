package tax

type Rate struct{ net int }

func New() Rate { return Rate{net: 1} }
