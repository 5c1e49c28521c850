from sample.greeting import compose_greeting

ANOTHER = compose_greeting("another")
