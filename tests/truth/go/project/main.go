package main

import (
	"example.com/sample/greeting"
	"example.com/sample/inner"
	"example.com/sample/outer/far"
)

func main() {
	ö := "🦀"; println(ö, greeting.ComposeGreeting("main"), inner.Twice(), far.Far())
}
