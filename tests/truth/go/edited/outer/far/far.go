// One line more, and one use.
package far

import g "example.com/sample/greeting"

func Far() string {
	return g.ComposeGreeting("far") + g.ComposeGreeting("farther")
}
