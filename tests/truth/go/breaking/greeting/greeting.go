// Package greeting greets.
package greeting

func ComposeGreeting(name string, mark string) string {
	return "hello " + name + mark
}
