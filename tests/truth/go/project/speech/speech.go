package speech

type Speaker interface {
	Speak() string
}

type Dog struct{}

func (d *Dog) Walk() int { return 4 }

func (d *Dog) Speak() string { return "wow" }

type Cat struct{}

func (c Cat) Walk() int { return 4 }

func (c Cat) Speak() string { return "mew" }
