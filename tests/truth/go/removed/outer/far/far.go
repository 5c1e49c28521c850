package far

func Far() string {
	return ""
}
