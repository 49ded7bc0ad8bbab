import type { ConfigState } from '../../data/config/config-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { Thing } from '../../data/world-state.ts';
import type { InteractiveObject } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';

const MAX_CHARACTERS = 300;
const MAX_ROWS = 50;

const short = (text: unknown): string => {
  const whole = String(text);
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS)}…` : whole;
};

/** Describes an object for the home as text. Without a name, it has the name of its module. */
function thingOf(scene: WorldScene, { object, interaction }: InteractiveObject, module: string): Thing {
  const { label, rows, action } = interaction;
  /** An object that throws is disabled and its module named (`WorldScene.dismiss`). */
  const tryTo = <T>(read: () => T, otherwise: T): T => {
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
    title: tryTo(() => short(interaction.name?.() ?? name), name),
    label: () => tryTo(() => short(label()), ''),
    rows: () => tryTo(() => [...(rows?.() ?? [])].slice(0, MAX_ROWS).map(short), []),
    action: () =>
      action &&
      tryTo(
        () => ({ text: short(action.text()), run: () => tryTo(() => action.run(), undefined) }),
        undefined,
      ),
  };
}

/** Updates `state.world.things` with the objects of plugins. Returns a function to end this. */
export function listThings(scene: WorldScene, state: ConfigState & WorldState): () => void {
  const isPlugin = (module = ''): boolean => state.config.get().modules.includes(module);
  const { interactions } = scene;
  const { things } = state.world;
  let listed: readonly InteractiveObject[] = [];
  let ended = false;
  const list = (): void => {
    if (ended) return;
    const found = interactions.all.filter(
      ({ object, author }) => isPlugin(author) || isPlugin(scene.authorOf(object)),
    );
    if (found.length === listed.length && found.every((one, index) => one === listed[index])) return;
    listed = found;
    things.set(found.map((one) => thingOf(scene, one, one.author ?? scene.authorOf(one.object))));
  };
  // In a microtask: an object that throws while an element reads it is unregistered at once, and no signal
  // may be set while an element renders.
  interactions.onChange = () => queueMicrotask(list);
  return () => {
    ended = true;
    interactions.onChange = undefined;
    things.set([]);
  };
}
