import assert from 'node:assert/strict';
import { defaultConfig } from '../../../data/config/config.ts';
import { createReadingsState } from '../../../data/readings/readings-state.ts';
import { Household } from '../../../harness/agent-sessions/household.ts';
import type { SessionStore } from '../../../harness/agent-sessions/session-store.ts';

/** A household over a store that fails the test if it logs anything. */
export const strictHousehold = (store: SessionStore, now: () => number): Household =>
  new Household({
    store,
    readings: createReadingsState(defaultConfig).readings,
    visitorsSee: 'states',
    now,
    log: (line) => assert.fail(line),
    onChange: () => undefined,
  });
