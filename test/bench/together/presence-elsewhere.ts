import { setTimeout as pause } from 'node:timers/promises';
import { defaultConfig } from '../../../data/config/config.ts';
import { MAX_NAMED_PLAYERS } from '../../../data/core/limits.ts';
import { createState } from '../../../data/state.ts';
import { Players } from '../../../harness/bridge/players/players.ts';
import { PUBLISH_EVERY_MS } from '../../../harness/bridge/players/remote-players.ts';
import { LocalBus } from '../../helpers/local-bus.ts';
import { randomFrom } from '../../helpers/random.ts';
import type { Figure } from '../figure.ts';

const WALKERS = 500;
const SECONDS = 6;
const WARM_UP_SECONDS = 4;
/** The radius of the island. Metres. */
const RADIUS = 33;
const METRES_A_STEP = 0.42;
const STEP_MS = 100;

interface Text {
  readonly subject: string;
  readonly text: string;
}

/** A bus that records the published texts. */
class Recorder extends LocalBus {
  readonly told: Text[] = [];
  override publish(subject: string, text: string): void {
    this.told.push({ subject, text });
    super.publish(subject, text);
  }
}

const quiet = { ip: '203.0.113.9', role: 'visitor', bufferedBytes: 0 } as const;
const none = (): void => undefined;

function gateway(name: string, bus: LocalBus): Players {
  return new Players({
    state: createState(defaultConfig),
    now: () => performance.now(),
    log: none,
    aliasOf: (session) => `${name}-${session}`,
    firstNumber: 500_000,
    bus,
  });
}

/**
 * Visitors who walk without a socket, because only the visibility and the texts between gateways are
 * measured.
 */
function walk(players: Players, seed: number, hear: (text: string) => void): NodeJS.Timeout {
  const random = randomFrom(seed);
  const walkers = Array.from({ length: WALKERS }, (_, index) => {
    const peer: Parameters<Players['leave']>[0] = {
      ...quiet,
      session: `${index}`,
      send: none,
      sendText: hear,
    };
    players.handle(peer, { type: 'presence', name: 'A walker', visible: true, watching: true });
    const [angle, metres] = [random() * 2 * Math.PI, Math.sqrt(random()) * RADIUS];
    return { peer, x: Math.cos(angle) * metres, z: Math.sin(angle) * metres, heading: angle };
  });
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return setInterval(() => {
    for (const walker of walkers) {
      walker.heading += (random() - 0.5) * 0.4;
      const x = walker.x + Math.cos(walker.heading) * METRES_A_STEP;
      const z = walker.z + Math.sin(walker.heading) * METRES_A_STEP;
      if (Math.hypot(x, z) > RADIUS) walker.heading = Math.atan2(-walker.z, -walker.x);
      else [walker.x, walker.z] = [x, z];
      players.handle(walker.peer, { type: 'position', p: [rounded(walker.x), 1.6, rounded(walker.z), 0] });
    }
  }, STEP_MS);
}

/** The number of processor cores that this process needs, after a warm-up. */
async function cores(): Promise<number> {
  await pause(WARM_UP_SECONDS * 1000);
  const [before, began] = [process.cpuUsage(), performance.now()];
  await pause(SECONDS * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}

/** The cost of a gateway with 500 walkers, first alone and then with 500 more at another gateway. */
export async function presenceElsewhere(): Promise<Figure[]> {
  const bus = new Recorder();
  const here = gateway('here', bus);
  let others = 0;
  const walking = walk(here, 1, (text) => {
    // The 50 visitors that a page draws, and those beyond them.
    const count = /"count":(\d+)}$/.exec(text)?.[1];
    if (count !== undefined) others = Number(count) + MAX_NAMED_PLAYERS;
  });
  const alone = await cores();
  const texts = bus.told.splice(0);
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const seconds = WARM_UP_SECONDS + SECONDS;
  // The other gateway publishes the same texts again under other names, so that only receiving them is new.
  const other = bus.join();
  const beats = (seconds * 1000) / PUBLISH_EVERY_MS;
  const aBeat = Math.ceil(texts.length / beats);
  let next = 0;
  const telling = setInterval(() => {
    for (const { subject, text } of texts.slice(next, next + aBeat))
      other.publish(subject, text.replaceAll('"here-', '"elsewhere-'));
    next = next + aBeat < texts.length ? next + aBeat : 0;
  }, PUBLISH_EVERY_MS);
  const both = await cores();
  clearInterval(telling);
  clearInterval(walking);
  here.close();
  return [
    {
      name: `presence of ${WALKERS} walkers here`,
      value: alone,
      unit: 'cores',
      note: 'without sockets',
    },
    {
      name: `presence of ${WALKERS} walkers here and ${WALKERS} elsewhere`,
      value: both,
      unit: 'cores',
      bar: { at: 'most', value: 1 },
      note: `a visitor knows of ${others} others; without sockets`,
    },
    {
      name: `what a gateway of ${WALKERS} walkers tells the others`,
      value: bytes / seconds / 1000,
      unit: 'kB/s',
      note: `${(texts.length / seconds).toFixed(0)} texts a second`,
    },
  ];
}
