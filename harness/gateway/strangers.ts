import { type Signal, computed, signal } from '@lit-labs/signals';
import { type Config, defaultConfig } from '../../data/config/config.ts';
import type { Readable } from '../../data/core/watch.ts';
import { derive } from '../../data/derived.ts';
import { PRIVATE, type Reading, originOf } from '../../data/readings/reading.ts';
import type { ReadingName, ReadingsState } from '../../data/readings/readings-state.ts';
import { type State, createState } from '../../data/state.ts';
import type { HomePart } from '../config/access.ts';

type Sees = (part: HomePart) => boolean;

/** The part of the home to which each reading belongs. */
const partOf: Readonly<Record<ReadingName, HomePart>> = {
  commits: 'commits',
  merged: 'merged',
  agentStatus: 'agents',
  sovereignty: 'sovereignty',
  portalRecords: 'portals',
  portalHealth: 'portals',
  weather: 'weather',
  blockHeight: 'block-height',
  adapters: 'adapters',
  vision: 'vision',
  soul: 'oath',
  sessions: 'sessions',
  openWork: 'open-work',
};

/**
 * The configuration that strangers may read: fields of hidden parts have their default or are switched off.
 */
export function strangersConfig(config: Config, sees: Sees): Config {
  const { codeHost, resident, weather } = defaultConfig;
  const hasRepository = sees('commits') || sees('merged') || sees('open-work');
  const hasAgents = sees('agents');
  return {
    ...config,
    repositories: hasRepository ? config.repositories : [],
    codeHost: {
      ...(hasRepository ? config.codeHost : codeHost),
      agents: hasAgents ? config.codeHost.agents : [],
      authors: hasAgents && config.codeHost.authors,
    },
    weather: sees('weather') ? config.weather : { ...weather, url: '' },
    chain: { url: sees('block-height') ? config.chain.url : '' },
    relays: sees('relay-feed') ? config.relays : [],
    resident: { ...config.resident, persona: sees('chat') ? config.resident.persona : resident.persona },
    together: sees('visitors') ? config.together : { presence: false, chat: false },
    modules: sees('files') ? config.modules : [],
    ambient: sees('files') && config.ambient,
  };
}

/**
 * The state of a home as strangers see it, for documents, badges, the feed and the resident's answers. Parts
 * that they may see are shared with the home's own state; readings of all other parts are empty.
 */
export function strangersState(home: State, visitorsSee: readonly HomePart[]): State {
  const sees: Sees = (part) => visitorsSee.includes(part);
  const config: Readable<Config> = computed(() => strangersConfig(home.config.get(), sees));
  const blank = createState(config.get(), { base: home.base, now: home.now.get() });
  const hide = (name: ReadingName): Signal.State<Reading<unknown>> =>
    signal<Reading<unknown>>({
      ...originOf(blank.readings[name].get()),
      state: 'empty',
      fetchedAt: home.now.get(),
      cause: PRIVATE,
    });
  const names = Object.keys(partOf) as ReadingName[];
  const readings = Object.fromEntries(
    names.map((name) => [name, sees(partOf[name]) ? home.readings[name] : hide(name)]),
  ) as unknown as ReadingsState['readings'];
  const parts: State = {
    ...blank,
    now: home.now,
    // A computed signal cannot be set: the configuration is changed only in the home’s own state.
    config: config as Signal.State<Config>,
    readings,
    commitsKnownSince: sees('commits') ? home.commitsKnownSince : blank.commitsKnownSince,
    activity: sees('activity') ? home.activity : blank.activity,
    relay: sees('relay-feed') ? home.relay : blank.relay,
    games: sees('plays') ? home.games : blank.games,
  };
  return { ...parts, derived: derive(parts) };
}
