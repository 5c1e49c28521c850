package inner

import "example.com/sample/greeting"

func Twice() string {
	return greeting.ComposeGreeting("a") + greeting.ComposeGreeting("b")
}
