import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { TimeLapseState } from '../time-lapse/time-lapse-state.ts';
import type { ViewState } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import { NewEntries, mergeKey } from '../readings/new-entries.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { Commit, MergedPull } from '../readings/records.ts';

/** The maximum number of merges that are announced at once; only the latest are announced. */
const MAX_MERGES = 8;
/** The number of merge titles that are kept, so that a merge is not announced twice. */
const MAX_TITLES = 200;

type Needs = ReadingsState & ViewState & WorldState & TimeLapseState;

/**
 * Emits what is new during the visit: commits as `commitFired`, merged pull requests as `mergeFlash`. During
 * a time-lapse nothing is emitted, because the world shows another day. A merge that a script of the page has
 * already announced (`pr-notification`) is not announced again.
 */
export const createNews = (): DataModule<Needs> =>
  dataModule((state) => {
    const commits = new NewEntries<Commit>(
      ({ sha, title }) => sha || title,
      ({ authoredAt }) => authoredAt,
    );
    const merges = new NewEntries<MergedPull>(mergeKey, ({ mergedAt }) => mergedAt);
    const announced = state.mergeFlash.reader();
    const titles = new Set<string>();
    return {
      update() {
        for (let title = announced.next(); title !== undefined; title = announced.next()) titles.add(title);
        if (titles.size > MAX_TITLES) titles.clear();
        const newCommits = commits.next(state.readings.commits.get());
        const newMerges = merges.next(state.readings.merged.get());
        if (state.view.get().mode === 'time-lapse') return;
        if (newCommits.length > 0) emit(state.commitFired, newCommits);
        if (newMerges.length === 0) return;
        for (const { title } of newMerges.slice(-MAX_MERGES))
          // A visitor who chose one repository reads titles without its name.
          if (![...titles].some((known) => known.endsWith(title))) emit(state.mergeFlash, title);
      },
      dispose: () => undefined,
    };
  });
