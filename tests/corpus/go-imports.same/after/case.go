package a

import (
	"fmt"

	"os"
)

var _ = fmt.Sprint(os.Args)
