// Package greeting greets.
package greeting

func ComposeGreeting(name string) string {
	return "hello " + name
}
