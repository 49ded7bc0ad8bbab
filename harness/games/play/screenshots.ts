import { createHash } from 'node:crypto';
import { cleanLine, errorMessage } from '../../../data/core/text.ts';
import type { PlayRecord } from '../../../data/games/play-record.ts';
import type { Desktop, StateCapture, StoreStatistics } from '../desktop.ts';
import { type Clock, settle } from './clock.ts';
import type { PlayBudget } from './play-budget.ts';
import { type PlayLog, screenFileName } from './play-file.ts';
import type { Screen } from './turns.ts';
import { PNG_SIGNATURE } from '../../core/picture-size.ts';

/** The chunks that say what a PNG shows. Others hold, for example, the time at which it was made. */
const SHOWN = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT']);

/** The chunks of a PNG that say what it shows; the whole file if it is not a PNG. */
function* shownBytes(bytes: Uint8Array): Generator<Uint8Array> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
    yield file;
    return;
  }
  for (let at = PNG_SIGNATURE.length; at + 8 <= file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (SHOWN.has(file.toString('latin1', at + 4, at + 8))) yield file.subarray(at + 4, end - 4);
    at = end;
  }
}

/**
 * SHA-256 of what a screenshot shows, in hexadecimal: two pictures of an unchanged screen have the same hash,
 * even if their files contain different times. It is the hash of the encoded pixels, since one program
 * encodes the same pixels in the same way.
 */
export function pictureId(bytes: Uint8Array): string {
  const hash = createHash('sha256');
  for (const part of shownBytes(bytes)) hash.update(part);
  return hash.digest('hex');
}

/**
 * Pauses before another attempt: a window may be missing for a moment, for example between a game’s launcher
 * and the game.
 */
const PAUSES_MS = [1_000, 2_000] as const;
const CAPTURE_TIMEOUT_MS = 45_000;
/** Limits for a store’s answer in the log. */
const [MAX_ACHIEVEMENTS, MAX_NOTES, MAX_TITLE_CHARACTERS, MAX_NOTE_CHARACTERS] = [500, 20, 300, 500];

interface ScreenshotsOptions {
  readonly desktop: Desktop;
  readonly file: PlayLog;
  readonly clock: Clock;
  readonly budget: PlayBudget;
  readonly signal: AbortSignal;
  /** The number of the last screenshot so far. */
  readonly screens: number;
  readonly onScreen: (screen: Screen) => void;
}

type ScreenshotResult =
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
  /** The store's answer of the last entry that has it, as JSON. */
  #loggedStore: string | undefined;

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
    const figures = storeEntry(store);
    const json = JSON.stringify(figures);
    // All achievements may be 10 kB: with each screenshot, they would make the log too long for the pages.
    const isLogged = json === this.#loggedStore;
    this.#loggedStore = json;
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
      ...(isLogged ? {} : { store: figures }),
    });
    const screen: Screen = { number, isUnchanged, bytes, mediaType, store };
    if (!isUnchanged) onScreen(screen);
    return { screen, shown: { number, width, height, at } };
  }
}
