from sample.greeting import compose_greeting

ö = "🦀"; ALL = ö + compose_greeting("all")
