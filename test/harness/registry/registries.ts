import { randomFrom } from '../../helpers/random.ts';

/** Registries of the older form and damaged ones, made from a seed, so that each run has the same ones. */

type Entry = Record<string, unknown>;

/** Functions that damage a record, each with the path that the check must report. */
const damages: readonly (readonly [path: string, damage: (entry: Entry) => unknown])[] = [
  ['id', ({ id: _id, ...rest }) => rest],
  ['id', (entry) => ({ ...entry, id: 'a b' })],
  ['name', (entry) => ({ ...entry, name: null })],
  ['name', (entry) => ({ ...entry, name: '' })],
  ['description', (entry) => ({ ...entry, description: 'x'.repeat(601) })],
  ['status', (entry) => ({ ...entry, status: 1 })],
  ['destination', (entry) => ({ ...entry, destination: 'https://world.example/' })],
  ['destination.url', (entry) => ({ ...entry, destination: { url: 7, note: 'kept' } })],
  ['destination.url', (entry) => ({ ...entry, destination: { url: 'javascript:alert(1)' } })],
  ['destination.params', (entry) => ({ ...entry, destination: { url: '/', params: 'calradia' } })],
  ['destination', (entry) => ({ ...entry, destination: [] })],
  ['access_mode', (entry) => ({ ...entry, access_mode: 'everyone' })],
  ['readiness_state', (entry) => ({ ...entry, readiness_state: 'soon' })],
  ['portal_type', (entry) => ({ ...entry, portal_type: 'castle' })],
  ['environment', (entry) => ({ ...entry, environment: 5 })],
  ['app_id', (entry) => ({ ...entry, app_id: 1.5 })],
  ['color', (entry) => ({ ...entry, color: 'orange' })],
  ['image', (entry) => ({ ...entry, image: 'https://elsewhere.example/a.jpg' })],
  ['position.x', (entry) => ({ ...entry, position: { x: 1e9, z: 0 } })],
  ['rotation.y', (entry) => ({ ...entry, rotation: { y: 'left' } })],
  ['', () => 'not a record'],
  ['', () => null],
];

export interface Generated {
  readonly text: string;
  /** The paths of all defects, in their order. */
  readonly defects: readonly string[];
}

/** A registry of up to ten records. Some are whole, most are of the older form, some have one defect. */
export function registryOf(seed: number): Generated {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const maybe = (share: number, fields: Entry): Entry => (random() < share ? fields : {});
  const record = (index: number): Entry => ({
    ...maybe(0.2, { _note: `written by hand, ${index}` }),
    id: `world-${index}`,
    name: pick(['Wiki', 'Ünïcode “world”', 'A\\B']),
    ...maybe(0.4, { color: pick(['#f60', '0xff6600', 0xff6600, '#AbCdEf', null]) }),
    description: pick(['', 'Notes.', 'Two\nlines']),
    ...maybe(0.4, { position: pick([[1, 2, 3], { x: 4, z: 5 }, { x: 1, y: 2, z: 3, w: 4 }]) }),
    status: pick(['online', 'offline', 'resting']),
    ...maybe(0.3, { rotation: pick([[0, 1, 0], { y: 2.1 }]) }),
    ...maybe(0.3, { portal_type: pick(['game-world', null]), owner: pick(['me', null]) }),
    ...maybe(0.2, { readiness_state: pick(['playable', 'blocked']), world_category: 'rpg' }),
    destination: pick([{ url: '/lab/' }, {}, { url: 'https://world.example/', mine: [1, { two: null }] }]),
    ...maybe(0.2, { app_id: pick([261_550, null]) }),
  });
  const defects: string[] = [];
  const entries = Array.from({ length: Math.floor(random() * 10) }, (_, index) => {
    const whole = record(index);
    // The first is always shown, so that another one with its id is not.
    if (index === 0 || random() < 0.4) return whole;
    if (random() < 0.1) {
      defects.push(`[${index}].id`);
      return { ...whole, id: 'world-0' };
    }
    const [path, damage] = pick(damages);
    defects.push(path === '' ? `[${index}]` : `[${index}].${path}`);
    return damage(whole);
  });
  const text = JSON.stringify(entries, null, pick([undefined, 2, 4, '\t']));
  return { text: random() < 0.2 ? text.replaceAll('\n', '\r\n') : text, defects };
}
