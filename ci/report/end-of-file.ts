/**
 * Preloaded into each process of Node tests (`--import`): ends a process that an open socket or timer
 * keeps running after its tests. `--test-timeout` ends tests, not processes, and `--test-force-exit`
 * loses part of the report.
 */
import { afterEach, beforeEach } from 'node:test';

/**
 * The longest time in which no test begins or ends. It is longer than the timeout of a test, so that this
 * timeout comes first.
 */
const QUIET_MS = Number(process.env['HOME_WORLD_TEST_QUIET_MS'] ?? 250_000);

/**
 * Whether this process runs tests. A runner that starts a process for each file preloads this module too, but
 * runs no test itself.
 */
const runsTests =
  process.env['NODE_TEST_CONTEXT'] !== undefined || process.execArgv.includes('--test-isolation=none');

if (runsTests) {
  let last = performance.now();
  const note = (): void => void (last = performance.now());
  beforeEach(note);
  afterEach(note);
  setInterval(() => {
    if (performance.now() - last < QUIET_MS) return;
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(
      `This process was ended: no test began or ended for ${QUIET_MS / 1_000} s. Still open: ${open}.`,
    );
    process.exit(1);
  }, 500).unref();
}
