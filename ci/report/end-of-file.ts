/**
 * Preloaded into each file of Node tests (`--import`): ends a file that stays although none of its tests runs, because of a socket or a timer
 * that a test left open. `--test-timeout` ends tests, not files, and `--test-force-exit` loses part of what was reported.
 */
import { afterEach, beforeEach } from 'node:test';

/** How long no test may begin or end. More than the time-out of a test, which has to come first. */
const QUIET_MS = Number(process.env['HOME_WORLD_TEST_QUIET_MS'] ?? 130_000);

// The runner itself loads this too.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  let last = performance.now();
  const note = (): void => void (last = performance.now());
  beforeEach(note);
  afterEach(note);
  setInterval(() => {
    if (performance.now() - last < QUIET_MS) return;
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(
      `This file was ended: no test began or ended for ${QUIET_MS / 1_000} s. Still open: ${open}.`,
    );
    process.exit(1);
  }, 500).unref();
}
