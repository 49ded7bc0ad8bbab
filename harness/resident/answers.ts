import { ZAP_KIND } from '../../data/core/nostr-kinds.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import { portalStatus } from '../../data/readings/portals.ts';
import type { Reading } from '../../data/readings/reading.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity, Portal } from '../../data/readings/records.ts';
import type { State } from '../../data/state.ts';
import { ageText, blockText, counted, weatherText } from '../../data/readings/format.ts';
import { agentDetails, agentRows, agentStatusText } from '../../data/readings/format-agents.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { relayLossTexts, relaysText } from '../../data/relay/format.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { cutAtWord } from '../../data/core/text.ts';
import type { Intent } from './intents.ts';
import { list, quoted, tidy, trouble, withTrouble } from './text.ts';

const MERGED_SHOWN = 5;
/** Of an oath; the stone has all of it. */
const OATH_CHARACTERS = 4_000;
const FEED_SHOWN = 5;
/** More agents than this are counted in the overview; “agents” names them all. */
const AGENTS_NAMED = 8;
/** Events younger than this count as news in the overview. */

const ONLY_READINGS = 'No model is attached to this home, so I answer from its live readings only';
const NO_MODEL =
  `${ONLY_READINGS}: ` +
  'status, agents, portals, weather, block height, sovereignty, commits, merged work, the relay feed and the time.';

export function agentLine(agent: AgentActivity, now: number): string {
  const { name, status, issue } = agent;
  // The issue's text is foreign: it is quoted.
  const details = agentDetails({ ...agent, issue: issue === null ? null : `on ${quoted(issue)}` }, now);
  return `${quoted(name)}: ${agentStatusText(status)} (${details.join(', ')})`;
}

function agents(state: State): string {
  const now = state.now.get();
  const reading = state.derived.agents.get();
  const known = reading.state === 'error' ? undefined : currentValue(reading);
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

export function portals(state: State, only?: Portal): string {
  const reading = state.derived.portals.get();
  const known = currentValue(reading);
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
  const ages = currentValue(reading)?.map(({ authoredAt }) => ` (${ageText(authoredAt, now)})`) ?? [];
  return withTrouble(
    list(rows.map((row, index) => row + (ages[index] ?? ''))),
    trouble('the commits', reading, now),
  );
}

function merged(state: State): string {
  const now = state.now.get();
  const reading = state.readings.merged.get();
  const known = currentValue(reading);
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
    .map(({ pubkey, content, kind }) => `${kind === ZAP_KIND ? '⚡ ' : ''}[${pubkey}] ${quoted(content)}`);
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
  const portalList = currentValue(derived.portals.get());
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

export function identity(state: State): string {
  const { name, persona } = state.config.get().resident;
  const about = persona.trim() === '' ? '' : ` ${quoted(cutAtWord(persona.trim(), PERSONA_CHARACTERS))}`;
  return `I am ${quoted(name)}, the resident of this home.${about} ${NO_MODEL}`;
}

export function alive(state: State): string {
  const since = ageText(state.sessionStart, state.now.get());
  return `I am here: a program without a model, started ${since}, that reads this home’s figures and answers from them.`;
}

export const maker = (state: State): string =>
  [
    `${quoted(state.config.get().appName)} is run by its owner, on a machine of their choice, and I am a part of it.`,
    'Its software is Home World, which is open source (MIT).',
    'Who the owner is, nothing here tells me.',
  ].join(' ');

/** What the owner wrote into `soul.md`; it is Markdown of theirs. */
export function oath(state: State): string {
  const reading = state.readings.soul.get();
  const text = currentValue(reading);
  if (text === undefined)
    return tidy(trouble('the oath', reading, state.now.get())) || 'No oath is written down here.';
  return (
    cutAtWord(text, OATH_CHARACTERS) + (text.length > OATH_CHARACTERS ? ' … The rest is on the stone.' : '')
  );
}

/** Why the sovereignty figure is what it is. */
export const why = (state: State): string =>
  currentValue(state.readings.sovereignty.get()) &&
  sovereigntyPartsText(state.readings.sovereignty.get()) === ''
    ? `${sovereignty(state)}. The owner wrote it into ${quoted(state.readings.sovereignty.get().source)}, without saying what was counted.`
    : sovereignty(state);

/** What is said to each intent. */
export const answers: Readonly<Record<Intent, (state: State, plain: string) => string>> = {
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
