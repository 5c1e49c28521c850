def compose_greeting(name: str, mark: str) -> str:
    """Greets by name."""
    return f"hello {name}{mark}"
