package another

import "example.com/sample/greeting"

func Another() string { return greeting.ComposeGreeting("another") }
