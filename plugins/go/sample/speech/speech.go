package speech

type Speaker interface {
	Speak() string
}

type Dog struct{ name string }

func (Dog) Speak() string { return "wow" }

func (d *Dog) Rename(name string) { d.name = name }
