def far() -> list[str]:
    return []
