#!/usr/bin/env node
// A bot for every variant.
import { Bot } from "uvi";

class Any extends Bot {
  name = "Any";

  choose(position, legal, clock) {
    return this.lots.choice(legal);
  }
}

await new Any().run();
