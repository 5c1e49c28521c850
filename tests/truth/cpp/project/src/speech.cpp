namespace speech {
class Speaks {
 public:
  virtual int speak() { return 0; }
};

class Dog : public Speaks {
 public:
  int walk() { return 4; }
  int walk(int legs) { return legs; }
  int speak() override { return 1; }
};

class Cat : public Speaks {
 public:
  int walk() { return 4; }
};
}  // namespace speech
