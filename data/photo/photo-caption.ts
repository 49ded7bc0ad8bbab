import type { ConfigState } from '../config/config-state.ts';
import type { PageState } from '../core/page-state.ts';
import { commitHours } from '../readings/commit-hours.ts';
import { counted } from '../readings/format.ts';
import { currentValue } from '../readings/reading.ts';
import type { DerivedState } from '../derived.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { PhotoCaption } from './photo.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** The height of the caption's letters: the smaller of these shares of the picture's height and width. */
const HEIGHT_SHARE = 1 / 32;
const WIDTH_SHARE = 1 / 36;

/** The height of the letters in a picture of this size, in the same unit. */
export const captionLetter = (width: number, height: number): number =>
  Math.min(height * HEIGHT_SHARE, width * WIDTH_SHARE);

/**
 * The caption of a picture: the home's name, the visitor's date, and the commits of the last 24 hours with
 * the number of agents that wrote some, as far as they are known.
 */
export function photoCaption(state: ConfigState & DerivedState & PageState & ReadingsState): PhotoCaption {
  const now = state.now.get();
  const facts = [day.format(now)];
  const commits = currentValue(state.readings.commits.get());
  if (commits) {
    const agents = currentValue(state.derived.agents.get()) ?? [];
    const hours = commitHours(agents, commits, now, state.commitsKnownSince.get());
    const count = hours.agentCommits + hours.otherCommits;
    // If the list is full, older commits of the day are missing.
    const isWhole = hours.knownHours === 24;
    if (count > 0) facts.push(isWhole ? counted(count, 'commit') : `${count}+ commits`);
    if (hours.activeAgents > 0) facts.push(counted(hours.activeAgents, 'agent'));
  }
  return { title: state.config.get().appName, facts };
}
