def grüße_größer(name: str) -> str:
    return name
