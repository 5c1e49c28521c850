package far

import g "example.com/sample/greeting"

func Far() string {
	return g.ComposeGreeting("far")
}
