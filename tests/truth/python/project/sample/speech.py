class Speaks:
    def speak(self) -> str:
        return ""


class Dog(Speaks):
    def walk(self) -> int:
        def steps() -> int:
            return 4

        return steps()

    def speak(self) -> str:
        return "wow"


class Cat(Speaks):
    def walk(self) -> int:
        return 4
