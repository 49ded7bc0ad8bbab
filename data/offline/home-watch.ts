import type { Signal } from '@lit-labs/signals';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Readable } from '../core/watch.ts';
import type { LastAnswers } from './last-answers.ts';

interface Needs {
  readonly bridge: Readable<{ readonly state: string }>;
  readonly homeAnswers: Signal.State<boolean>;
}

/**
 * Sets whether the home answers. Readings are requested only once a minute, but the bridge loses its
 * connection as soon as the home stops. So the loss of the bridge starts a request to the home. Each failed
 * attempt of the bridge starts another one, because a home that is stopping still answers. When the home
 * answers again, the pollers request their readings.
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
