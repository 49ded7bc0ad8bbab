import { sentenceCase } from '../core/text.ts';
import type { PageState } from '../core/page-state.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { RelayState } from '../relay/relay-state.ts';
import type { Derived } from '../derived.ts';
import { commitSentences, pullRequestSentences } from './podcast-commits.ts';
import { zapSentences } from './podcast-feed.ts';
import { portalSentences } from './podcast-portals.ts';
import { type Sentence, detail, sentencesAbout } from './sentence.ts';
import type { Reading } from '../readings/reading.ts';
import type {
  AgentActivity,
  Commit,
  FeedEvent,
  MergedPull,
  Portal,
  Sovereignty,
  Weather,
  WeatherLabel,
} from '../readings/records.ts';
import { countedInWords, listText, numberWord, sentencesOf, speechText } from './speech-text.ts';

/** Two minutes of calm speech, at about fourteen characters a second. */
const MAX_CHARACTERS = 1700;
const NAME_CHARACTERS = 40;

/** The input of the podcast. */
interface Day {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly home: string;
  readonly commits: Reading<readonly Commit[]>;
  /** `ReadingsState.commitsKnownSince`. */
  readonly commitsKnownSince?: number | undefined;
  readonly agents: Reading<readonly AgentActivity[]>;
  readonly merged: Reading<readonly MergedPull[]>;
  readonly sovereignty: Reading<Sovereignty>;
  readonly portals: Reading<readonly Portal[]>;
  readonly weather: Reading<Weather>;
  readonly blockHeight: Reading<number>;
  /** Newest first. */
  readonly events: readonly FeedEvent[];
  readonly relayConnected: boolean;
}

/** The parts of the state that the podcast needs. */
export type PodcastState = PageState &
  ConfigState &
  ReadingsState &
  RelayState & { readonly derived: Derived };

export const dayOf = ({ now, config, readings, commitsKnownSince, derived, relay }: PodcastState): Day => ({
  now: now.get(),
  home: config.get().appName,
  commits: readings.commits.get(),
  commitsKnownSince: commitsKnownSince.get(),
  agents: derived.agents.get(),
  merged: readings.merged.get(),
  sovereignty: readings.sovereignty.get(),
  portals: derived.portals.get(),
  weather: readings.weather.get(),
  blockHeight: readings.blockHeight.get(),
  events: relay.events.get(),
  relayConnected: relay.connected.get(),
});

/**
 * Says how many agents have each status, and names the active ones: `Of three agents, two were active today:
 * Ada and Brook. One is idle.`
 */
function agentSentences(agents: readonly AgentActivity[]): Sentence[] {
  const of = (status: AgentActivity['status']): string[] =>
    agents
      .filter((agent) => agent.status === status)
      .map(({ name }) => speechText(name, NAME_CHARACTERS) || 'an unnamed agent');
  const [working, idle, dormant, dead] = [of('working'), of('idle'), of('dormant'), of('dead')];
  const all = countedInWords(agents.length, 'agent');
  const first =
    working.length === 0
      ? `Of ${all}, none was active today.`
      : `Of ${all}, ${numberWord(working.length)} ${working.length === 1 ? 'was' : 'were'} active today: ${listText(working)}.`;
  const rest = [
    idle.length > 0 && `${isOrAre(idle.length)} idle`,
    dormant.length > 0 &&
      `${numberWord(dormant.length)} ${dormant.length === 1 ? 'has' : 'have'} been quiet for a week or longer`,
    dead.length > 0 && `${isOrAre(dead.length)} dead`,
  ].filter((part) => part !== false);
  return rest.length > 0 ? [first, detail(`${sentenceCase(listText(rest))}.`)] : [first];
}
const isOrAre = (count: number): string => `${numberWord(count)} ${count === 1 ? 'is' : 'are'}`;

const skies: Readonly<Record<WeatherLabel, string>> = {
  Clear: 'and clear',
  'Partly Cloudy': 'and partly cloudy',
  Foggy: 'and foggy',
  Drizzle: 'with drizzle',
  Rain: 'with rain',
  Snow: 'with snow',
  Thunderstorm: 'with a thunderstorm',
  Unknown: 'and the sky is unknown',
};

function degrees(value: number): string {
  const whole = Math.round(value);
  return `${whole < 0 ? 'minus ' : ''}${Math.abs(whole)}`;
}

const weatherSentences = ({ temperatureF, label }: Weather): Sentence[] => [
  `Outside it is ${degrees(temperatureF)} degrees Fahrenheit, ${degrees(((temperatureF - 32) * 5) / 9)} Celsius, ${skies[label]}.`,
];

function sovereigntySentences({ score, label }: Sovereignty): Sentence[] {
  const words = speechText(label, NAME_CHARACTERS);
  return [`Sovereignty stands at ${Math.round(score)} percent${words && `: ${words}`}.`];
}

const dateText = (now: number): string =>
  new Date(now).toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric' });

/** Removes details, the last one first, until the text is short enough. */
function shortened(all: readonly Sentence[]): string[] {
  const sentences = [...all];
  const length = (): number => sentences.reduce((sum, one) => sum + textOf(one).length + 1, 0);
  while (length() > MAX_CHARACTERS) {
    const last = sentences.findLastIndex((one) => typeof one !== 'string');
    // The greeting and the goodbye stay.
    sentences.splice(last === -1 ? sentences.length - 2 : last, 1);
  }
  return sentences.map(textOf);
}
const textOf = (sentence: Sentence): string => (typeof sentence === 'string' ? sentence : sentence.detail);

/**
 * The day in plain spoken English, as sentences of at most two minutes in all. They say only what the
 * readings say, and name the missing readings.
 */
export function digestOf(day: Day): string[] {
  const { now } = day;
  const loading: string[] = [];
  const offline: string[] = [];
  const tell = <T>(
    name: string,
    reading: Reading<T>,
    say: (value: T) => readonly Sentence[],
    nothing: string,
  ): Sentence[] => sentencesAbout({ name, reading, say, nothing, now, loading, offline });
  const body = [
    ...tell(
      'the commits',
      day.commits,
      (list) => commitSentences(list, day.agents, now, day.commitsKnownSince),
      'There are no commits yet.',
    ),
    ...tell('the agents', day.agents, agentSentences, 'No agents are known here.'),
    ...tell(
      'the pull requests',
      day.merged,
      (list) => pullRequestSentences(list, now),
      'No pull request has been merged yet.',
    ),
    ...tell('the sovereignty', day.sovereignty, sovereigntySentences, 'There is no sovereignty figure.'),
    ...tell('the portals', day.portals, (list) => portalSentences(list, now), 'There are no portals.'),
    ...tell('the weather', day.weather, weatherSentences, 'There is no weather report.'),
    ...tell(
      'the block height',
      day.blockHeight,
      (height) => [`The chain stands at block ${height.toLocaleString('en')}.`],
      'There is no block height.',
    ),
    ...zapSentences(day.events, day.relayConnected, now),
  ];
  const missing = [
    loading.length > 0 && `I am still waiting for ${listText(loading, 9)}.`,
    offline.length > 0 && `There is no network, so I cannot see ${listText(offline, 9)}.`,
  ].filter((sentence) => sentence !== false);
  const home = speechText(day.home, NAME_CHARACTERS) || 'this home';
  return shortened([
    `This is the day at ${home}: ${dateText(now)}.`,
    ...body,
    ...missing,
    'That is the day so far.',
  ]).flatMap((sentence) => sentencesOf(sentence));
}
