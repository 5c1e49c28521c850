import sample.greeting as g


def far() -> list[str]:
    return [g.compose_greeting(n) for n in ("x", "y")]
