/** Bundled and opened by leaks.ts: creates and disposes of the parts of the home, and counts what is left. */
import '../../components/app/home.ts';
import '../../components/widgets/heartbeat.ts';
import { deferredModules } from '../../world/deferred-modules.ts';
import { worldModules } from '../../world/modules.ts';
import { setReadings } from '../helpers/home-readings.ts';
import { collectGarbage, survivors } from '../helpers/collection.ts';
import { type TestStage, createTestStage, runOnce } from '../helpers/stage.ts';

export interface Left {
  readonly geometries: number;
  readonly textures: number;
  readonly programs: number;
  readonly objects: number;
  readonly interactions: number;
}

declare global {
  interface Window {
    leaks: {
      /** Creates the stage and runs the first rounds, which fill the caches. */
      begin(): Promise<void>;
      live(rounds: number): Promise<void>;
      counts(): Left;
      elements(tag: string, count: number): Promise<number>;
    };
  }
}

/** In the first rounds the engine compiles code and fills its caches. What still grows later is a leak. */
const WARM_UP_ROUNDS = 50;

const idle = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function collected(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await collectGarbage();
    await idle(50);
  }
}

/**
 * A separate function, because a suspended async function keeps the value of its last local variable alive,
 * which would count as a leak.
 */
function addElement(tag: string): WeakRef<Element> {
  const element = document.createElement(tag);
  document.body.append(element);
  return new WeakRef(element);
}

let stage: TestStage;

window.leaks = {
  async begin() {
    stage = createTestStage();
    setReadings(stage.state);
    await window.leaks.live(WARM_UP_ROUNDS);
  },

  async live(rounds) {
    for (let i = 0; i < rounds; i++) {
      for (const { module } of [...worldModules, ...deferredModules]) runOnce(stage, module);
      // Waits for the graphics process, because otherwise its queue would count as a leak.
      if (i % 10 === 9) await idle(0);
    }
    await collected();
  },

  counts: () => ({
    ...stage.counts(),
    objects: stage.scene.children.length,
    interactions: stage.scene.interactions.all.length,
  }),

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
