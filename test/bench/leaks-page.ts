/** Bundled and opened by leaks.ts: makes and disposes what the home is made of, and counts what is left. */
import '../../components/shell/home.ts';
import '../../components/heartbeat/heartbeat.ts';
import { worldModules } from '../../world/modules.ts';
import { portal, setPortals } from '../helpers/home-readings.ts';
import { collectGarbage, survivors } from '../helpers/collection.ts';
import { createTestStage, runOnce } from '../helpers/stage.ts';

export interface Left {
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
  readonly objects: number;
  readonly interactions: number;
  readonly heapBytes: number;
}

declare global {
  interface Window {
    leaks: {
      modules(rounds: number): Promise<Left>;
      elements(tag: string, count: number): Promise<number>;
    };
  }
}

/** The engine compiles and caches for this long; after it, what still grows is kept. */
const WARM_UP_ROUNDS = 50;

const idle = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function collected(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await collectGarbage();
    await idle(50);
  }
}

const heap = (): number =>
  (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;

/** A function of its own: a suspended async function keeps its last local value alive, which would count as a leak of one. */
function addElement(tag: string): WeakRef<Element> {
  const element = document.createElement(tag);
  document.body.append(element);
  return new WeakRef(element);
}

window.leaks = {
  /** What `rounds` lives of every module leave behind, over what the first few left (caches that are filled once). */
  async modules(rounds) {
    const stage = createTestStage();
    setPortals(
      stage.state,
      ['one', 'two', 'three'].map((id) => portal(id)),
    );
    const round = (): void => {
      for (const { module } of worldModules) runOnce(stage, module);
    };
    const count = (): Omit<Left, 'heapBytes'> => ({
      ...stage.counts(),
      objects: stage.scene.children.length,
      interactions: stage.scene.interactions.size,
    });
    for (let i = 0; i < WARM_UP_ROUNDS; i++) {
      round();
      if (i % 10 === 9) await idle(0);
    }
    await collected();
    const before = { ...count(), heapBytes: heap() };
    for (let i = 0; i < rounds; i++) {
      round();
      // The graphics process has to keep up, or its queue is taken for a leak.
      if (i % 10 === 9) await idle(0);
    }
    await collected();
    const after = { ...count(), heapBytes: heap() };
    stage.dispose();
    return {
      geometries: after.geometries - before.geometries,
      textures: after.textures - before.textures,
      programs: after.programs - before.programs,
      objects: after.objects - before.objects,
      interactions: after.interactions - before.interactions,
      heapBytes: after.heapBytes - before.heapBytes,
    };
  },

  /** How many of `count` elements are still there after they were added, drawn, removed and collected. */
  async elements(tag, count) {
    const references: WeakRef<Element>[] = [];
    for (let i = 0; i < count; i++) {
      references.push(addElement(tag));
      if (i % 50 === 49) await idle(0);
      document.body.lastElementChild?.remove();
    }
    return survivors(references);
  },
};
