#include "letters.hpp"

int more() {
  /* 🦀 é */ int ä = 1; return ä + größe(2);
}
