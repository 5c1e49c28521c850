package far

import g "example.com/sample/greeting"

func Far() func(string) string {
	return g.ComposeGreeting
}
