export interface Speaks {
  speak(): string;
}

export class Dog implements Speaks {
  walk(): number {
    function steps(): number {
      return 4;
    }
    return steps();
  }
  speak(): string {
    return "wow";
  }
}

export class Cat implements Speaks {
  walk(): number {
    return 4;
  }
  speak(): string {
    return "mew";
  }
}
