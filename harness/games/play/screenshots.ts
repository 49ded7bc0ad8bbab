import { cleanLine, errorMessage } from '../../../data/core/text.ts';
import type { PlayRecord } from '../../../data/games/play-record.ts';
import type { Desktop, StateCapture, StoreStatistics } from '../desktop.ts';
import { type Clock, settle } from './clock.ts';
import { pictureId } from './picture-id.ts';
import type { PlayBudget } from './play-budget.ts';
import { type PlayLog, screenFileName } from './play-file.ts';
import type { Screen } from './turns.ts';

/** A window may be missing for a moment, for example between a game’s launcher and the game. */
const PAUSES_MS = [1_000, 2_000] as const;
const CAPTURE_TIMEOUT_MS = 45_000;
/** Limits for a store’s answer in the log. */
const [MAX_ACHIEVEMENTS, MAX_NOTES, MAX_TITLE_CHARACTERS, MAX_NOTE_CHARACTERS] = [500, 20, 300, 500];

export interface ScreenshotsOptions {
  readonly desktop: Desktop;
  readonly file: PlayLog;
  readonly clock: Clock;
  readonly budget: PlayBudget;
  readonly signal: AbortSignal;
  /** The number of the last screenshot so far. */
  readonly screens: number;
  readonly onScreen: (screen: Screen) => void;
}

export type ScreenshotResult =
  | { readonly screen: Screen; readonly shown: NonNullable<PlayRecord['screen']> }
  | { readonly failure: string };

/** A store’s answer, cut to the limits of the log. */
export const storeEntry = ({ players, statistics, achievements, notes }: StoreStatistics) => ({
  ...(players === undefined ? {} : { players }),
  ...(statistics ? { statistics: { ...statistics } } : {}),
  ...(achievements
    ? { achievements: achievements.slice(0, MAX_ACHIEVEMENTS).map((one) => ({ ...one })) }
    : {}),
  notes: notes.slice(0, MAX_NOTES).map((note) => note.slice(0, MAX_NOTE_CHARACTERS)),
});

/** Takes the screenshots of a play: numbers them, stores them, and compares each with the one before. */
export class Screenshots {
  readonly #options: ScreenshotsOptions;
  #number: number;
  #shownId: string | undefined;

  constructor(options: ScreenshotsOptions) {
    this.#options = options;
    this.#number = options.screens;
  }

  /** Takes a screenshot; tries again after a failure. */
  async take(): Promise<ScreenshotResult> {
    const { desktop, file, clock, budget, signal } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const settled = await settle((ended) => desktop.capture(ended), {
        ms: CAPTURE_TIMEOUT_MS,
        signal,
        clock,
      });
      if (settled.state === 'value') return this.#keep(settled.value);
      if (settled.state === 'aborted') return { failure: 'Stopped.' };
      const failure =
        settled.state === 'error'
          ? errorMessage(settled.error)
          : 'The desktop returned no screenshot in time.';
      const message = cleanLine(failure).slice(0, 300);
      file.append({ type: 'error', at: clock.now(), step: budget.step, from: 'desktop', message });
      const pause = PAUSES_MS[tries];
      if (pause === undefined || signal.aborted) return { failure };
      await clock.sleep(pause, signal);
    }
  }

  #keep({ screenshot, takenAt, window, store }: StateCapture): ScreenshotResult {
    const { file, clock, onScreen } = this.#options;
    const { bytes, mediaType, width, height } = screenshot;
    const id = pictureId(bytes);
    const isUnchanged = id === this.#shownId;
    this.#shownId = id;
    if (!isUnchanged) this.#number += 1;
    const number = this.#number;
    const name = screenFileName(number, mediaType);
    if (!isUnchanged) file.writeScreen(name, bytes);
    const at = clock.now();
    file.append({
      type: 'screen',
      at,
      number,
      file: name,
      width,
      height,
      takenAt,
      sha: id,
      ...(isUnchanged ? { unchanged: true } : {}),
      window: { ...window, title: window.title.slice(0, MAX_TITLE_CHARACTERS) },
      store: storeEntry(store),
    });
    const screen: Screen = { number, isUnchanged, bytes, mediaType, store };
    if (!isUnchanged) onScreen(screen);
    return { screen, shown: { number, width, height, at } };
  }
}
