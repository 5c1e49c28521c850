def compose_greeting(name: str) -> str:
    """Greets by name."""
    return f"hello {name}"


class Greeter:
    times: int = 1

    @property
    def greeting(self) -> str:
        return compose_greeting("x" * self.times)
