package shop

import _ "embed"

//go:embed *_rules.go
var text string
