package main

import (
	"example.com/sample/greeting"
	"example.com/sample/outer/far"
)

func main() {
	ö := "🦀"; println(ö, greeting.ComposeGreeting("main"), far.Far())
}
