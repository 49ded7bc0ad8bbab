import * as v from 'valibot';
import { BridgeEvent } from '../chat/window-events.ts';
import type { Environment } from '../core/environment.ts';
import { type DataModule, dataModule } from '../core/module.ts';

/** The maximum delay that the home may ask for, to spread the requests of many pages. */
const MAX_WAIT_SECONDS = 60;

/** The detail of the `status-update` event in which the home announces that readings have changed. */
const newsDetail = v.object({
  readings: v.array(v.string()),
  withinSeconds: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_WAIT_SECONDS)),
});

/** Readings whose changes the home announces, and what requests them. */
interface Announced {
  readonly names: readonly string[];
  readonly poller: { refresh(): void; update(): void };
  /** Whether a hidden page requests them too: its title and icon show that sessions wait. */
  readonly evenHidden?: boolean;
}

/**
 * When the home announces a change of readings, requests them without waiting for the next poll. The ticker stops
 * while the page is hidden, so a timer requests those that a hidden page needs.
 */
export const createReadingNews = (
  target: EventTarget,
  announced: readonly Announced[],
  { monotonicNow, random, isHidden }: Pick<Environment, 'monotonicNow' | 'random' | 'isHidden'>,
): DataModule<unknown> =>
  dataModule(() => {
    const listening = new AbortController();
    const jobs = announced.map((one) => ({ ...one, due: Infinity }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const requestHidden = (): void => {
      timer = undefined;
      for (const job of jobs) {
        if (!job.evenHidden || job.due === Infinity) continue;
        job.due = Infinity;
        job.poller.refresh();
        job.poller.update();
      }
    };
    target.addEventListener(
      'status-update',
      (event) => {
        // A `status-update` of another script is only a line of the log (specification 6.1).
        if (!(event instanceof BridgeEvent) || !v.is(newsDetail, event.detail)) return;
        const { readings, withinSeconds } = event.detail;
        for (const job of jobs)
          if (readings.some((name) => job.names.includes(name)))
            job.due = Math.min(job.due, monotonicNow() + random() * withinSeconds * 1000);
        // Further news does not postpone a timer that is set: many sessions report all the time.
        if (isHidden()) timer ??= setTimeout(requestHidden, random() * withinSeconds * 1000);
      },
      { signal: listening.signal },
    );
    return {
      update() {
        const now = monotonicNow();
        for (let i = 0; i < jobs.length; i++) {
          const job = jobs[i];
          if (!job || now < job.due) continue;
          job.due = Infinity;
          job.poller.refresh();
        }
      },
      dispose() {
        clearTimeout(timer);
        listening.abort();
      },
    };
  });
