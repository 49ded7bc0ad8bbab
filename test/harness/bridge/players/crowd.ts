import * as v from 'valibot';
import { MAX_NAMED_PLAYERS } from '../../../../data/core/limits.ts';
import {
  type Place,
  type PresenceServerFrame,
  presenceServerFrame,
} from '../../../../data/presence/protocol.ts';
import { Grid } from '../../../../harness/bridge/players/grid.ts';
import { Player, Rates, type Tab } from '../../../../harness/bridge/players/player.ts';

/** A player with one tab, and the ground it stands on. */
export class Walker {
  readonly player: Player;
  readonly tab: Tab;
  readonly #grid: Grid<Player>;

  constructor(grid: Grid<Player>, number: number) {
    this.#grid = grid;
    this.player = new Player(number, `alias-${number}`, new Rates(() => 0));
    this.tab = this.player.open();
    this.player.show(true, 0);
  }

  get spot(): { x: number; z: number } {
    const [x = 0, , z = 0] = this.tab.place ?? [];
    return { x, z };
  }

  to(x: number, z: number): this {
    const round = (metres: number): number => Math.round(metres * 100) / 100;
    return this.#stand([round(x), 1.6, round(z), 0]);
  }

  hide(): void {
    this.player.show(false, 0);
    this.#grid.delete(this.player);
  }

  show(): void {
    this.player.show(true, 0);
    this.to(this.spot.x, this.spot.z);
  }

  #stand(place: Place): this {
    this.player.move(this.tab, place, 0);
    if (this.player.light) this.#grid.put(this.player, place[0], place[2]);
    return this;
  }
}

export const crowd = (count: number): { grid: Grid<Player>; walkers: Walker[] } => {
  const grid = new Grid<Player>();
  return { grid, walkers: Array.from({ length: count }, (_, index) => new Walker(grid, index + 1)) };
};

/**
 * The side of a page: which players it draws after the frames so far, and where. Throws for inconsistent
 * frames.
 */
export class Drawn {
  readonly names = new Map<number, string | undefined>();
  readonly places = new Map<number, Place>();
  count = 0;

  take(texts: readonly string[]): PresenceServerFrame[] {
    const frames = texts.map((text) => v.parse(presenceServerFrame, JSON.parse(text)));
    for (const frame of frames) {
      if (frame.type === 'player') this.names.set(frame.number, frame.name);
      // A page has 50 places: one has to be given up before the next player takes it.
      if (this.names.size > MAX_NAMED_PLAYERS) throw new Error(`${this.names.size} are drawn`);
      if (frame.type !== 'players') continue;
      for (const [number, ...place] of frame.p) {
        if (!this.names.has(number)) throw new Error(`${number} moves and was never introduced`);
        this.places.set(number, place);
      }
      for (const number of frame.gone) {
        if (!this.names.delete(number)) throw new Error(`${number} is gone and was never there`);
        this.places.delete(number);
      }
      this.count = frame.count;
    }
    return frames;
  }
}
