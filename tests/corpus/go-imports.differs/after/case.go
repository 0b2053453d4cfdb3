package a

import (
	"fmt"
	os "my/os"
)

var _ = fmt.Sprint(os.Args)
