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
/** The number of titles that are kept of merges that others have announced, so that none is announced twice. */
const MAX_TITLES = 200;
/** The repository before a title, as in `[owner/name] Title`. */
const REPOSITORY = /^\[[^\]]+\] /;

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
    const titles: string[] = [];
    /** Whether a merge is not announced yet. A title stands for one merge: the next one may have the same. */
    const isNews = ({ title }: MergedPull): boolean => {
      // A visitor who chose one repository reads titles without its name.
      const at = titles.findIndex((known) => known === title || known.replace(REPOSITORY, '') === title);
      if (at >= 0) titles.splice(at, 1);
      return at < 0;
    };
    return {
      update() {
        for (let title = announced.next(); title !== undefined; title = announced.next()) titles.push(title);
        if (titles.length > MAX_TITLES) titles.splice(0, titles.length - MAX_TITLES);
        const newCommits = commits.next(state.readings.commits.get());
        const newMerges = merges.next(state.readings.merged.get());
        const untold = newMerges.length > 0 ? newMerges.filter(isNews) : newMerges;
        if (state.view.get().mode === 'time-lapse') return;
        if (newCommits.length > 0) emit(state.commitFired, newCommits);
        if (untold.length === 0) return;
        for (const { title } of untold.slice(-MAX_MERGES)) {
          emit(state.mergeFlash, title);
          // This is the own announcement.
          announced.next();
        }
      },
      dispose: () => undefined,
    };
  });
