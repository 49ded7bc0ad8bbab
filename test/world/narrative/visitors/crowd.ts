import type { State } from '../../../../data/state.ts';
import { Players } from '../../../../data/presence/players.ts';

/** Fills the presence of a page as the home's frames would, on a clock of its own. */
export class Crowd {
  readonly players: Players;
  now = 0;

  constructor(state: State) {
    this.players = new Players(state.presence.players);
  }

  /** Puts a visitor at a place. With an empty name the visitor has no name of their own. */
  put(number: number, x: number, z: number, name = '', hue = (number * 77) % 360): void {
    this.players.introduce(number, name, hue);
    this.players.move(number, this.now, x, 2, z, 0);
  }

  /** Lets `ms` pass, a frame of the page at a time. */
  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed += 16) this.players.advance((this.now += 16));
  }
}
