from sample.greeting import compose_greeting

ODD = compose_greeting("odd")
