import type { State } from '../../data/state.ts';
import type { Thing } from '../../data/world-state.ts';
import type { InteractiveObject } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';

const MOST_CHARACTERS = 300;
const MOST_ROWS = 50;

const short = (text: unknown): string => {
  const whole = String(text);
  return whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole;
};

/** `name`: of the module where the object has none. */
function thingOf(scene: WorldScene, { object, interaction }: InteractiveObject, module: string): Thing {
  const { label, rows, action } = interaction;
  /** What throws is asked no more and its module named, as everywhere (`WorldScene.dismiss`). */
  const ask = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      scene.dismiss(object, error);
      return otherwise;
    }
  };
  const name = object.name || module;
  return {
    name,
    title: ask(() => short(interaction.name?.() ?? name), name),
    label: () => ask(() => short(label()), ''),
    rows: () => ask(() => [...(rows?.() ?? [])].slice(0, MOST_ROWS).map(short), []),
    action: () =>
      action &&
      ask(() => ({ text: short(action.text()), run: () => ask(() => action.run(), undefined) }), undefined),
  };
}

/** Keeps `state.world.things` at what these modules have registered. Returns the end of it. */
export function listThings(
  scene: WorldScene,
  state: State,
  isOfGuest: (module: string) => boolean,
): () => void {
  const { interactions } = scene;
  const { things } = state.world;
  let told: readonly InteractiveObject[] = [];
  let ended = false;
  const tell = (): void => {
    if (ended) return;
    const answering = interactions.all.filter(
      ({ object, author }) => isOfGuest(author ?? '') || isOfGuest(scene.authorOf(object)),
    );
    if (answering.length === told.length && answering.every((one, index) => one === told[index])) return;
    told = answering;
    things.set(answering.map((one) => thingOf(scene, one, one.author ?? scene.authorOf(one.object))));
  };
  // Not at once: what throws while the page asks it is unregistered, and no signal may be set while an element renders.
  interactions.onChange = () => queueMicrotask(tell);
  return () => {
    ended = true;
    interactions.onChange = () => undefined;
    things.set([]);
  };
}
