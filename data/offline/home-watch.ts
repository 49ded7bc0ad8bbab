import type { Signal } from '@lit-labs/signals';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Readable } from '../core/watch.ts';
import type { LastAnswers } from './last-answers.ts';

interface Needs {
  readonly bridge: Readable<{ readonly state: string }>;
  readonly homeAnswers: Signal.State<boolean>;
}

/**
 * Tells the page whether its home answers. The readings are requested once a minute, but the bridge loses
 * its connection as soon as the home goes: then the home is asked, and again after each attempt of the bridge
 * that fails, because a home that is ending still answers. When it is back, the pollers request their readings.
 */
export const createHomeWatch = (
  home: Pick<LastAnswers, 'isHomeGone' | 'checkHome'>,
  ...pollers: readonly { refresh(): void }[]
): DataModule<Needs> =>
  dataModule(({ bridge, homeAnswers }) => {
    const life = new AbortController();
    let known = bridge.get();
    return {
      update() {
        const now = bridge.get();
        if (now !== known) {
          known = now;
          const isNews = home.isHomeGone ? now.state === 'open' : now.state === 'waiting';
          if (isNews) void home.checkHome(life.signal);
        }
        if (homeAnswers.get() !== home.isHomeGone) return;
        homeAnswers.set(!home.isHomeGone);
        if (!home.isHomeGone) for (const poller of pollers) poller.refresh();
      },
      dispose: () => life.abort(),
    };
  });
