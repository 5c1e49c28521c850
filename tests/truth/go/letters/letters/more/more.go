package more

import "example.com/sample/letters"

func More() string {
	/* 🦀 é */ ä := "🦀🦀"; return ä + letters.GrüßeGrößer("ß")
}
