import type { DataModule } from './module.ts';

/**
 * A loop that runs data modules. `start` and `stop` start and stop its timer; `stop` disposes no module.
 */
export interface Loop<State> {
  add(name: string, module: DataModule<State>, state: State): unknown;
  remove(name: string): void;
  start(): void;
  stop(): void;
}

/**
 * Runs data modules once a second while the page is visible. The heartbeat page and the widgets use it,
 * because they do not need `requestAnimationFrame` sixty times a second. A module that throws is stopped and
 * disposed; the others continue.
 */
export function createIntervalLoop<State>(page: Document): Loop<State> {
  const modules = new Map<string, DataModule<State>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let seconds = 0;

  const tick = (): void => {
    seconds += 1;
    for (const [name, module] of modules) {
      try {
        module.update(seconds, 1);
      } catch (error) {
        modules.delete(name);
        console.error(`${name} is switched off:`, error);
        module.dispose?.();
      }
    }
  };
  const follow = (): void => {
    clearInterval(timer);
    if (page.hidden) return;
    tick();
    timer = setInterval(tick, 1000);
  };

  return {
    add(name, module, state) {
      module.init(undefined, state);
      modules.set(name, module);
    },
    remove(name) {
      modules.get(name)?.dispose?.();
      modules.delete(name);
    },
    start() {
      page.addEventListener('visibilitychange', follow);
      follow();
    },
    stop() {
      page.removeEventListener('visibilitychange', follow);
      clearInterval(timer);
    },
  };
}
