/**
 * The service worker: opens the pages and the world without the server (docs/offline.md), and shows notices
 * (docs/push.md).
 */
import type { Shell } from './data/offline/shell-files.ts';
import { type WorkerScope, startWorker } from './data/offline/worker.ts';
import { type NoticeScope, startNotices } from './data/push/show-notices.ts';

/** The build puts the list of files here (ci/build/service-worker.ts). */
declare const HOME_WORLD_SHELL: Shell;

const worker: unknown = globalThis;
startWorker(worker as WorkerScope, HOME_WORLD_SHELL);
startNotices(worker as NoticeScope);
