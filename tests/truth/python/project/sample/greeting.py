def compose_greeting(name: str) -> str:
    """Greets by name."""
    return f"hello {name}"
