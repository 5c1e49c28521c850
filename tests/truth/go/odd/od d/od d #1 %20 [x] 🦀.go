package odd

import "example.com/sample/greeting"

func Odd() string { return greeting.ComposeGreeting("odd") }
