import { computed } from '@lit-labs/signals';
import { MINUTE_MS } from './core/time.ts';
import { agentActivity, namesActiveNow, newest } from './readings/activity.ts';
import { joinPortals } from './readings/portals.ts';
import { type Reading, currentValue, mapReading } from './readings/reading.ts';
import { isBusy, isStale } from './readings/schemas/activity-states.ts';
import type { ResidentActivity } from './readings/schemas/resident-activity.ts';
import type { TextDocument } from './view/documents.ts';
import { oathOverlay } from './view/oath.ts';
import type { AgentActivity, AgentRecord, Commit, Portal } from './readings/records.ts';
import type { Readable } from './core/watch.ts';
import type { ConfigState } from './config/config-state.ts';
import type { PageState } from './core/page-state.ts';
import type { ReadingsState } from './readings/readings-state.ts';
import type { ViewState } from './view/view-state.ts';
import type { View } from './view/view.ts';

/** State that is computed from the rest of the state. */
export interface Derived {
  /** The agents of specification 3.1: the configured ones and those of the agent status file. */
  readonly agents: Readable<Reading<readonly AgentActivity[]>>;
  /** The five newest commits. */
  readonly lastCommits: Readable<Reading<readonly Commit[]>>;
  readonly portals: Readable<Reading<readonly Portal[]>>;
  /** The open text: a vision point or the oath. */
  readonly document: Readable<TextDocument | undefined>;
  /**
   * The commits that the world shows: the reading, or those at the time of a time-lapse. Modules that draw
   * commits use this, and `shownNow` for ages.
   */
  readonly shownCommits: Readable<Reading<readonly Commit[]>>;
  readonly shownAgents: Readable<Reading<readonly AgentActivity[]>>;
  /** The names of the agents that are active now. */
  readonly activeNow: Readable<readonly string[]>;
  /** The names of the agents that are active at the time that the world shows. */
  readonly shownActiveNow: Readable<readonly string[]>;
  /** The five newest commits at the time that the world shows. */
  readonly shownLastCommits: Readable<Reading<readonly Commit[]>>;
  /** The time that the world shows. Milliseconds since the epoch. */
  readonly shownNow: Readable<number>;
  /** The time from which `shownCommits` is complete; undefined if it is not known. */
  readonly shownSince: Readable<number | undefined>;
}

export interface DerivedState {
  readonly derived: Derived;
}

/** The part of a time-lapse's moment that is used here. */
interface ShownCommits {
  readonly now: number;
  readonly commits: Reading<readonly Commit[]>;
  readonly knownSince: number | undefined;
}

/** The text that a view shows, if any. The text of the oath follows its file. */
function documentOf(
  view: View,
  soul: Readable<Reading<string>>,
  now: Readable<number>,
): TextDocument | undefined {
  if (view.mode === 'document') return view.document;
  return view.mode === 'oath' ? oathOverlay(soul.get(), now.get()) : undefined;
}

/**
 * Whether two values have the same content. A document or a list is created again each minute, usually with the same
 * content; an equal one is not drawn again.
 */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The agents of the status file, without what applies only to today. */
const withoutToday = (records: readonly AgentRecord[]): readonly AgentRecord[] =>
  records.map(({ name }) => ({ name, status: 'idle', issue: null, prs_today: null }));

/** The parts of the state from which `Derived` is computed. */
type Given = PageState & { readonly activity: Readable<ResidentActivity | undefined> } & ConfigState &
  ReadingsState &
  ViewState & {
    readonly timeLapse: { readonly shown: Readable<ShownCommits | undefined> };
    readonly games: { readonly owner: Readable<string> };
  };

export function derive(given: Given): Derived {
  const { base, config, now, readings, view } = given;
  const { shown } = given.timeLapse;
  // An agent's activity changes within hours, so an update once a minute is enough.
  const minute = computed(() => Math.floor(now.get() / MINUTE_MS) * MINUTE_MS);
  const agents = computed(() =>
    agentActivity(config.get().codeHost, readings.commits.get(), readings.agentStatus.get(), minute.get()),
  );
  const shownAgents = computed(() => {
    const moment = shown.get();
    if (!moment) return agents.get();
    const named = mapReading(readings.agentStatus.get(), withoutToday);
    return agentActivity(config.get().codeHost, moment.commits, named, moment.now);
  });
  /** The resident's name while its agent reports work. */
  const reporter = computed(() => {
    const activity = given.activity.get();
    const reportsWork = activity && isBusy(activity.state) && !isStale(activity, minute.get());
    return reportsWork ? config.get().resident.name : undefined;
  });
  const activeNow = computed(
    () => namesActiveNow(currentValue(agents.get()) ?? [], minute.get(), reporter.get()),
    {
      equals: isEqual,
    },
  );
  const isOwner = computed(() => given.games.owner.get() === 'owner');
  const lastCommits = computed(() => newest(readings.commits.get()));
  return {
    agents,
    activeNow,
    lastCommits,
    portals: computed(() =>
      joinPortals(readings.portalRecords.get(), readings.portalHealth.get(), base, isOwner.get()),
    ),
    document: computed(() => documentOf(view.get(), readings.soul, minute), { equals: isEqual }),
    shownCommits: computed(() => shown.get()?.commits ?? readings.commits.get()),
    shownAgents,
    shownActiveNow: computed(
      () => {
        const moment = shown.get();
        return moment
          ? namesActiveNow(currentValue(shownAgents.get()) ?? [], moment.now, undefined)
          : activeNow.get();
      },
      { equals: isEqual },
    ),
    shownLastCommits: computed(() => {
      const moment = shown.get();
      return moment ? newest(moment.commits) : lastCommits.get();
    }),
    shownNow: computed(() => shown.get()?.now ?? now.get()),
    shownSince: computed(() => shown.get()?.knownSince ?? given.commitsKnownSince.get()),
  };
}
