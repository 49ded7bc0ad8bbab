/** The service worker: the pages and the world open without the server (docs/offline.md). */
import type { Shell } from './data/offline/shell-files.ts';
import { type WorkerScope, startWorker } from './data/offline/worker.ts';

/** The build puts the list of files here (ci/build/service-worker.ts). */
declare const HOME_WORLD_SHELL: Shell;

startWorker(globalThis as unknown as WorkerScope, HOME_WORLD_SHELL);
