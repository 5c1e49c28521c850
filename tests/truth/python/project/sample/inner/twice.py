from ..greeting import compose_greeting


def twice() -> str:
    return compose_greeting("a") + compose_greeting("b")
