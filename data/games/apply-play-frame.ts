import type { Signal } from '@lit-labs/signals';
import * as v from 'valibot';
import { playFrame } from './play-frames.ts';
import type { PlayRecord } from './play-record.ts';

/** The maximum number of plays on the page. A home has at most four plays. */
const MAX_PLAYS = 8;

/** Adds the play of a frame, or replaces its last record. An invalid frame is ignored. */
export function applyPlayFrame(plays: Signal.State<readonly PlayRecord[]>, frame: unknown): void {
  const parsed = v.safeParse(playFrame, frame);
  if (!parsed.success) return;
  const { play } = parsed.output;
  const before = plays.get();
  const next = before.some(({ id }) => id === play.id)
    ? before.map((known) => (known.id === play.id ? play : known))
    : [...before, play];
  plays.set(next.slice(-MAX_PLAYS));
}
