import * as v from 'valibot';
import { BridgeEvent } from '../chat/window-events.ts';
import type { Environment } from '../core/environment.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { isOfCodeHost } from './sources.ts';

/** The maximum delay that the home may ask for, to spread the requests of many pages. */
const MAX_WAIT_SECONDS = 60;

/** The detail of the `status-update` event in which the home announces a change at the code host. */
const newsDetail = v.object({
  readings: v.array(v.string()),
  withinSeconds: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WAIT_SECONDS)),
});

/**
 * When the home announces a change at the code host, requests its readings without waiting for the next poll.
 */
export const createCodeHostNews = (
  target: EventTarget,
  readings: { refresh(): void },
  { monotonicNow, random }: Pick<Environment, 'monotonicNow' | 'random'>,
): DataModule<unknown> =>
  dataModule(() => {
    const listening = new AbortController();
    let due = Infinity;
    target.addEventListener(
      'status-update',
      (event) => {
        // A `status-update` of another script is only a line of the log (specification 6.1).
        if (!(event instanceof BridgeEvent) || !v.is(newsDetail, event.detail)) return;
        const { readings: names, withinSeconds } = event.detail;
        if (names.some((name) => isOfCodeHost({ name })))
          due = Math.min(due, monotonicNow() + random() * withinSeconds * 1000);
      },
      { signal: listening.signal },
    );
    return {
      update() {
        if (monotonicNow() < due) return;
        due = Infinity;
        readings.refresh();
      },
      dispose: () => listening.abort(),
    };
  });
