import type { ConfigState } from '../config/config-state.ts';
import type { PageState } from '../core/page-state.ts';
import { commitHours } from '../readings/commit-hours.ts';
import { counted } from '../readings/format.ts';
import { currentValue } from '../readings/reading.ts';
import type { DerivedState } from '../derived.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import { emit } from '../core/event.ts';
import type { PhotoState } from './photo-state.ts';
import type { Photo, PhotoCaption } from './photo.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

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

/**
 * Takes a picture in the photo mode; `photo.progress` shows the progress. Resolves with undefined if there is
 * no picture because of a failure, or because the visitor has left the mode.
 */
export const takePhoto = (
  { photo, now }: PhotoState & Pick<PageState, 'now'>,
  caption: PhotoCaption,
): Promise<Photo | undefined> => new Promise((done) => emit(photo.take, { at: now.get(), caption, done }));
