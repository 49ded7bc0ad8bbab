import { portalStatus } from '../../data/portals.ts';
import type { Reading } from '../../data/reading.ts';
import { shown } from '../../data/reading.ts';
import type { AgentActivity, Portal } from '../../data/records.ts';
import type { State } from '../../data/state.ts';
import {
  ageText,
  agentRows,
  agentStatusText,
  blockText,
  commitRows,
  counted,
  relayLossTexts,
  relaysText,
  sovereigntyPartsText,
  sovereigntyTexts,
  weatherText,
} from '../../data/wording.ts';
import { cutAtWord } from '../../data/cut-at-word.ts';
import type { LandmarkPanel } from '../../data/landmark.ts';
import { mostAnswer, sinceAnswer } from './days.ts';
import { controlsAnswer, setupAnswer } from './how-to.ts';
import { type Intent, topicOf } from './intents.ts';
import { type Place, panelNamed, placeNamed, placeText, portalNamed } from './places.ts';
import type { Question } from './questions.ts';
import type { ResidentContext } from './resident.ts';
import { sightAnswer } from './sights.ts';
import { list, quoted, tidy, trouble, withTrouble } from './text.ts';
import { mentions, plainWords } from './words.ts';

const MERGED_SHOWN = 5;
/** Of an oath; the stone has all of it. */
const OATH_CHARACTERS = 4_000;
const FEED_SHOWN = 5;
/** More agents than this are counted in the overview; “agents” names them all. */
const AGENTS_NAMED = 8;
/** Events younger than this count as news in the overview. */
const MINUTE_MS = 60_000;

const ONLY_READINGS = 'No model is attached to this home, so I answer from its live readings only';
const NO_MODEL =
  `${ONLY_READINGS}: ` +
  'status, agents, portals, weather, block height, sovereignty, commits, merged work, the relay feed and the time.';

function agentLine({ name, status, lastCommitAt, issue, prsToday }: AgentActivity, now: number): string {
  const details = [
    lastCommitAt === undefined
      ? 'no commit among the latest 50'
      : `last commit ${ageText(lastCommitAt, now)}`,
    ...(issue === null ? [] : [`on ${quoted(issue)}`]),
    ...(prsToday === null ? [] : [`${prsToday} pull requests today`]),
  ];
  return `${quoted(name)}: ${agentStatusText(status)} (${details.join(', ')})`;
}

function agents(state: State): string {
  const now = state.now.get();
  const reading = state.derived.agents.get();
  const known = reading.state === 'error' ? undefined : shown(reading);
  const rows = known
    ? known.map((agent) => agentLine(agent, now))
    : agentRows(reading).map(({ text }) => text);
  return withTrouble(list(rows), trouble('the agents', reading, now));
}

function portalLine(portal: Portal, base: string): string {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // Of a portal that the registry calls offline a check has nothing to say.
  const last = status === health.status ? health.checks.at(-1) : undefined;
  const checked =
    status === 'unknown'
      ? `health unknown${health.cause ? `: ${health.cause}` : ''}`
      : `${status}${last?.latencyMs == null ? '' : `, ${Math.round(last.latencyMs)} ms`}`;
  const home = new URL(base).origin;
  const way = entrance.open
    ? `way in: ${entrance.href.startsWith(home) ? entrance.href.slice(home.length) : entrance.href}`
    : quoted(entrance.reason).replace(/\.$/, '');
  return `**${quoted(record.name)}** (${record.portal_type}, ${record.readiness_state}) — ${checked}; ${way}`;
}

function portals(state: State, only?: Portal): string {
  const reading = state.derived.portals.get();
  const known = shown(reading);
  if (only) return `${portalLine(only, state.base)}\n\n${quoted(only.record.description)}`;
  const rows = known?.map((portal) => portalLine(portal, state.base)) ?? [];
  const text =
    rows.length > 0 ? list(rows) : reading.state === 'empty' ? 'There are no portals.' : 'PORTALS: ERROR';
  if (reading.state === 'loading') return trouble('the portals', reading, state.now.get());
  return withTrouble(text, trouble('the portals', reading, state.now.get()));
}

function weather(state: State, plain = ''): string {
  const asksAhead = /\b(?:tomorrow|forecast|next|weekend)\b/.test(plain);
  const reading = state.readings.weather.get();
  const { latitude, longitude } = state.config.get().weather;
  return withTrouble(
    `${asksAhead ? 'I see no forecast, only the weather of now. ' : ''}Weather: ${weatherText(reading)} (at latitude ${latitude}, longitude ${longitude})`,
    trouble('the weather', reading, state.now.get()),
  );
}

function block(state: State, plain = ''): string {
  const asksPrice = /\b(?:price|worth|dollars?|euros?|usd|eur)\b/.test(plain);
  const reading = state.readings.blockHeight.get();
  return withTrouble(
    `${asksPrice ? 'I see no price, only how long the chain is. ' : ''}Block height: ${blockText(reading)}`,
    trouble('the block height', reading, state.now.get()),
  );
}

function sovereignty(state: State): string {
  const reading = state.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  const parts = sovereigntyPartsText(reading);
  return withTrouble(
    `Sovereignty: ${score} ${quoted(label)}${parts && `. ${quoted(parts)}.`}`,
    trouble('the sovereignty figure', reading, state.now.get()),
  );
}

function commits(state: State): string {
  const now = state.now.get();
  const reading = state.derived.lastCommits.get();
  const rows = commitRows(reading).map(({ text }) => quoted(text));
  const ages = shown(reading)?.map(({ authoredAt }) => ` (${ageText(authoredAt, now)})`) ?? [];
  return withTrouble(
    list(rows.map((row, index) => row + (ages[index] ?? ''))),
    trouble('the commits', reading, now),
  );
}

function merged(state: State): string {
  const now = state.now.get();
  const reading = state.readings.merged.get();
  const known = shown(reading);
  if (!known?.length) {
    const problem = trouble('the merged work', reading, now);
    return problem === '' ? 'Nothing has been merged yet.' : tidy(problem);
  }
  const rows = known
    .slice(0, MERGED_SHOWN)
    .map(
      ({ number, title, author, mergedAt }) =>
        `#${number} ${quoted(title)} — ${quoted(author)} (${ageText(mergedAt, now)})`,
    );
  const count = `${known.length} merged, the newest ${rows.length}:`;
  return withTrouble(`${count}\n${list(rows)}`, trouble('the merged work', reading, now));
}

function feed(state: State): string {
  const relays = state.relay.relays.get();
  const events = state.relay.events.get();
  const head =
    relays.length === 0
      ? 'No relay is configured.'
      : [`${relaysText(relays)}, ${events.length} events kept.`, ...relayLossTexts(relays)].join(' ');
  const rows = events
    .slice(0, FEED_SHOWN)
    .map(({ pubkey, content, kind }) => `${kind === 9735 ? '⚡ ' : ''}[${pubkey}] ${quoted(content)}`);
  const why = relays
    .filter(({ state: now, cause }) => now !== 'open' && cause !== undefined)
    .map(({ url, cause }) => `I cannot hear ${quoted(url)}: ${quoted(cause ?? '')}.`);
  return [head, ...(rows.length > 0 ? [list(rows)] : []), ...why.map(tidy)].join('\n\n');
}

const time = (state: State): string => {
  const [day, clock] = new Date(state.now.get()).toISOString().split('T');
  return `It is ${day} ${clock?.slice(0, 8)} UTC.`;
};

/** A row an agent; of many, those who are not idle by name and the rest as a number. */
function agentSummary(reading: Reading<readonly AgentActivity[]>): string[] {
  const rows = agentRows(reading);
  if (rows.length <= AGENTS_NAMED) return rows.map(({ text }) => quoted(text));
  const busy = rows.filter(({ className }) => !className.startsWith('idle'));
  return [
    ...busy.slice(0, AGENTS_NAMED).map(({ text }) => quoted(text)),
    `${counted(rows.length - Math.min(busy.length, AGENTS_NAMED), 'other')}${busy.length > AGENTS_NAMED ? '' : ': IDLE'}`,
  ];
}

/** Everything at once, in the words of the heartbeat page. */
function status(state: State): string {
  const { readings, derived } = state;
  const now = state.now.get();
  const { score, label } = sovereigntyTexts(readings.sovereignty.get());
  const portalList = shown(derived.portals.get());
  const online = portalList?.filter((portal) => portalStatus(portal) === 'online').length;
  const recent = state.relay.events
    .get()
    .filter(({ created_at }) => now - created_at * 1000 < MINUTE_MS).length;
  const relays = state.relay.relays.get();
  const problems = [
    trouble('the sovereignty figure', readings.sovereignty.get(), now),
    trouble('the weather', readings.weather.get(), now),
    trouble('the block height', readings.blockHeight.get(), now),
    trouble('the commits', readings.commits.get(), now),
    trouble('the portals', readings.portalRecords.get(), now),
    // A home without that file, or with an empty one, lacks nothing.
    readings.agentStatus.get().state === 'error'
      ? trouble('the agents’ file', readings.agentStatus.get(), now)
      : '',
  ].filter((problem) => problem !== '');
  const parts = [
    list([
      `Sovereignty: ${score} ${quoted(label)}`,
      `Weather: ${weatherText(readings.weather.get())}`,
      `Block height: ${blockText(readings.blockHeight.get())}`,
      ...(portalList ? [`Portals: ${portalList.length}, ${online} online`] : []),
      ...(relays.length > 0 ? [`${relaysText(relays)}, ${recent} events in the last minute`] : []),
    ]),
    `Agents:\n${list(agentSummary(derived.agents.get()))}`,
    `Last commits:\n${list(commitRows(derived.lastCommits.get()).map(({ text }) => quoted(text)))}`,
    ...(problems.length > 0 ? [list(problems.map(tidy))] : []),
  ];
  return parts.join('\n\n');
}

const help = (state: State): string =>
  [
    `I am ${quoted(state.config.get().resident.name)}, who lives here. Ask me in plain words about`,
    list([
      '**status**: everything at once',
      '**agents**: who is working and who is not, who did most, what is new since yesterday',
      '**portals**: where they lead, whether those worlds answer, and how to get there',
      '**weather**, **block height**, **sovereignty**, **commits**, **merged work**, the **feed**, the **time**',
      'the **controls**, and the **oath** of this home',
    ]),
    `${ONLY_READINGS}.`,
  ].join('\n\n');

const greeting = (state: State): string =>
  `Hello. I am ${quoted(state.config.get().resident.name)}. Ask me for the status, the agents or the portals, or say “help”.`;

const PERSONA_CHARACTERS = 300;

function identity(state: State): string {
  const { name, persona } = state.config.get().resident;
  const about = persona.trim() === '' ? '' : ` ${quoted(cutAtWord(persona.trim(), PERSONA_CHARACTERS))}`;
  return `I am ${quoted(name)}, the resident of this home.${about} ${NO_MODEL}`;
}

function alive(state: State): string {
  const since = ageText(state.sessionStart, state.now.get());
  return `I am here: a program without a model, started ${since}, that reads this home’s figures and answers from them.`;
}

const maker = (state: State): string =>
  [
    `${quoted(state.config.get().appName)} is run by its owner, on a machine of their choice, and I am a part of it.`,
    'Its software is Home World, which is open source (MIT).',
    'Who the owner is, nothing here tells me.',
  ].join(' ');

/** What the owner wrote into `soul.md`; it is Markdown of theirs. */
function oath(state: State): string {
  const reading = state.readings.soul.get();
  const text = shown(reading);
  if (text === undefined)
    return tidy(trouble('the oath', reading, state.now.get())) || 'No oath is written down here.';
  return (
    cutAtWord(text, OATH_CHARACTERS) + (text.length > OATH_CHARACTERS ? ' … The rest is on the stone.' : '')
  );
}

/** Why the sovereignty figure is what it is. */
const why = (state: State): string =>
  shown(state.readings.sovereignty.get()) && sovereigntyPartsText(state.readings.sovereignty.get()) === ''
    ? `${sovereignty(state)}. The owner wrote it into ${quoted(state.readings.sovereignty.get().source)}, without saying what was counted.`
    : sovereignty(state);

const answers: Readonly<Record<Intent, (state: State, plain: string) => string>> = {
  status,
  agents,
  portals: (state) => portals(state),
  help,
  weather,
  block,
  sovereignty,
  commits,
  merged,
  feed,
  time,
  greeting,
  thanks: () => 'You are welcome.',
  identity,
  farewell: () => 'Goodbye. The door stays open.',
  model: () => `That would need a model. ${NO_MODEL}`,
};

/** The number of a pull request in an address or after a `#`. */
const pullNumber = (text: string): number | undefined => {
  const found = /(?:pulls?\/|#|\b(?:pr|pull request) )(\d{1,9})\b/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** A merged pull request that is named by its number, or that it is not among those known. */
function pullLine(number: number, state: State): string {
  const pull = shown(state.readings.merged.get())?.find((one) => one.number === number);
  if (!pull) return `#${number} is not among the merged pull requests I know.`;
  const { title, author, mergedAt } = pull;
  return `#${number} ${quoted(title)} — ${quoted(author)}, merged ${ageText(mergedAt, state.now.get())}.`;
}

function link(text: string, state: State): string {
  const number = pullNumber(text);
  return `I open no addresses.${number === undefined ? ' I see only what this home reads by itself.' : ` ${pullLine(number, state)}`}`;
}

const PRIVACY =
  'This conversation is stored on the home’s own server, and only this browser has its key. It is deleted when it is older than the owner allows: 30 days, unless they set it otherwise. The home sets no cookies.';

const REFUSALS = [
  'I have no answer to that. “help” lists what I know.',
  'That is not among the things I can see from here. Ask for “help” to see what is.',
  'I do not know. Of this home I do: say “status”, or “help”.',
  'I cannot answer that from this home’s readings. “help” says what I can.',
] as const;

/** What the resident does besides answering: an offer that the visitor's page shows with a button. */
export type Action =
  | {
      readonly action: 'fly';
      readonly detail: { readonly portal: string } | { readonly panel: LandmarkPanel };
    }
  | { readonly action: 'time-lapse'; readonly detail: Record<string, never> };

export interface Reply {
  readonly text: string;
  readonly action?: Action;
}

type History = ResidentContext['history'];

const OFFER = 'Shall I take you there? “Take me there” on the page, or **G**, does it.';

const flightTo = (place: Place): Action => ({
  action: 'fly',
  detail: place.kind === 'portal' ? { portal: place.portal.record.id } : { panel: place.name },
});

function go(state: State, words: readonly string[]): Reply {
  const place = placeNamed(state, words);
  if (place) {
    const what =
      place.kind === 'portal' ? portals(state, place.portal) : `I know the way to ${placeText(place)}.`;
    return { text: `${what}\n\n${OFFER}`, action: flightTo(place) };
  }
  const all = shown(state.derived.portals.get()) ?? [];
  const [only] = all;
  if (only && all.length === 1 && words.some((word) => /^(?:portals?|gates?|doors?)$/.test(word)))
    return {
      text: `${portals(state, only)}\n\n${OFFER}`,
      action: flightTo({ kind: 'portal', portal: only }),
    };
  const names = all.map(({ record }) => quoted(record.name));
  return {
    text: `Which place? ${names.length > 0 ? `There are the portals ${names.join(', ')}, and ` : 'There are '}the boards, the bookshelves and the oath stone.`,
  };
}

/** An answer about a thing of the world, with the way to it where the visitor wants to be shown. */
const shownToo = (text: string, words: readonly string[], panel: LandmarkPanel | undefined): Reply =>
  panel !== undefined && words[0] === 'show'
    ? { text: `${text}\n\n${OFFER}`, action: { action: 'fly', detail: { panel } } }
    : { text };

/** How something is done; the day's time-lapse is offered to who wants it started. */
function controls(plain: string): Reply {
  const text = controlsAnswer(plain);
  if (!/\b(?:time lapse|timelapse|replay)\b/.test(plain) || /^(?:how|what|which|where|can)\b/.test(plain))
    return { text };
  return {
    text: `${text}\n\n“Show me” on the page starts it too.`,
    action: { action: 'time-lapse', detail: {} },
  };
}

/** A question that is recognised as a whole. */
function answerQuestion(question: Question, text: string, state: State): Reply {
  const words = plainWords(text);
  const plain = words.join(' ');
  switch (question) {
    case 'link':
      return { text: link(text, state) };
    case 'setup':
      return { text: setupAnswer(plain) };
    case 'go':
      return go(state, words);
    case 'controls':
      return portalNamed(state, words) ? go(state, words) : controls(plain);
    case 'most':
      return { text: mostAnswer(state, plain) };
    case 'since':
      return { text: sinceAnswer(state, plain, agentNamed(state, words)?.name) };
    case 'act':
      return {
        text: 'I do nothing outside this conversation: I read this home’s figures and answer. “help” lists them.',
      };
    case 'why':
      return { text: why(state) };
    case 'maker':
      return { text: maker(state) };
    case 'alive':
      return { text: alive(state) };
    case 'sight': {
      const { appName, resident } = state.config.get();
      return { text: sightAnswer(plain, quoted(appName), quoted(resident.name)) };
    }
    case 'privacy':
      return { text: PRIVACY };
    case 'oath':
      return shownToo(oath(state), words, 'oath');
  }
}

const agentNamed = (state: State, words: readonly string[]): AgentActivity | undefined =>
  shown(state.derived.agents.get())?.find(({ name }) => mentions(words, name));

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;

/** What the visitor said before this, where the resident answered it with an offer. */
function offeredBefore(history: History): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

/** The reply to one message, from the state as it is. */
export function replyTo(text: string, state: State, history: History = []): Reply {
  const words = plainWords(text);
  const plain = words.join(' ');
  const before = YES.test(plain) ? offeredBefore(history) : undefined;
  if (before !== undefined) {
    const { action } = replyTo(before, state);
    if (action) return { text: 'Then “Take me there” on the page, or **G**, brings you there.', action };
  }
  const topic = topicOf(text);
  if (topic.kind === 'question') return answerQuestion(topic.question, text, state);
  const { intents } = topic;
  if (intents.includes('model')) return { text: answers.model(state, plain) };
  const portal = portalNamed(state, words);
  if (portal) return { text: portals(state, portal) };
  const resident = plainWords(state.config.get().resident.name).join(' ');
  if (plain === `who is ${resident}` || plain === `what is ${resident}`) return { text: identity(state) };
  const agent = agentNamed(state, words);
  const onlyAgent = intents.length === 0 || intents.includes('agents') || intents[0] === 'status';
  if (agent && onlyAgent) return { text: agentLine(agent, state.now.get()) };
  const number = pullNumber(text);
  if (number !== undefined && (intents.length === 0 || intents[0] === 'merged'))
    return { text: pullLine(number, state) };
  const [first] = intents;
  if (first === undefined && words[0] === 'show' && placeNamed(state, words)) return go(state, words);
  if (first === undefined) {
    // Another one each time, also where the same is asked again.
    const given = history.filter(({ role }) => role === 'resident').length;
    return { text: REFUSALS[(plain.length + given) % REFUSALS.length] ?? REFUSALS[0] };
  }
  const answer = intents.map((intent) => answers[intent](state, plain)).join('\n\n');
  return shownToo(answer, words, panelNamed(words));
}
