package letters

func GrüßeGrößer(name string) string { return name }
