import { MINUTE_MS } from '../../../data/core/time.ts';
import { agentCountText, workRows } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { localTimeOf, placeText, weatherText } from '../../../data/readings/format-weather.ts';
import { adapterRows, blockText, counted, provenanceText } from '../../../data/readings/format.ts';
import { portalStatus } from '../../../data/readings/portals.ts';
import { type Reading, currentValue, isOff } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import { connectedRelays, relayCountText, relaysText } from '../../../data/relay/format.ts';
import { BLOCKS } from './world.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, fixPunctuation, problemText, withProblem } from '../reply-text.ts';
import { plainWords } from '../words.ts';
import { activityRows } from './agents.ts';
import { pricesText } from './feed.ts';
import { sessionLines, sessions } from './sessions.ts';

/** The overview names at most this number of agents; the answer about agents names all. */
const MAX_NAMED_AGENTS = 8;

type About = Pick<Question, 'state' | 'plain'> & { readonly text?: string | undefined };

const TIME_AT_END =
  / (?:right now|now|at the moment|today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week)|(?:next|last) \w+)$/;
/** “What is it like in Lisbon, where my flight goes?” */
const NAMED_PLACE = /\b(?:in|at|for) (?:the )?(\p{Lu}\p{Ll}{2,})/u;
/** A sentence for a question about a place that is not the place of the home. */
function otherPlace({ state, plain, text = '' }: About): string {
  const [, atEnd] =
    /\b(?:in|on|at|for|of) (?:the |my |our )?([a-z]{3,}(?: [a-z]{3,})?)$/.exec(
      plain.replace(TIME_AT_END, ''),
    ) ?? [];
  const [, within] = NAMED_PLACE.exec(text) ?? [];
  const named = atEnd ?? within?.toLowerCase();
  const own = plainWords(
    `${state.config.get().weather.place} this home house place there here you us moment meantime meanwhile today tomorrow now morning evening celsius fahrenheit degrees utc general outside weekend week day monday tuesday wednesday thursday friday saturday sunday island world sky sun`,
  );
  return named === undefined || named.split(' ').some((word) => own.includes(word))
    ? ''
    : 'I know only the place of this home. ';
}

/** Says that a value is of another time: in a demo, today's weather would look like the real one. */
const recordedText = ({ recorded }: Reading<unknown>): string => (recorded ? ', a recording' : '');

export function weather({ state, plain, text }: About): string {
  const asksAhead =
    /\b(?:tomorrow|forecast|next|weekend|later|will|going to|soon|coming|expect(?:ed)?|umbrella|morgen|regenschirm)\b|^(?!.*\b(?:now|minute|moment)\b).*\btonight\b/.test(
      plain,
    );
  const asksMore = /\b(?:wind\w*|humid\w*|pressure|uv)\b/.test(plain);
  const asksWhy = /\bwhy\b.*\b(?:rain|snow)\w*|\b(?:rain|snow)\w* in(?:side)? here\b/.test(plain);
  const reading = state.readings.weather.get();
  const known = currentValue(reading);
  const celsius = known ? `, ${(((known.temperatureF - 32) * 5) / 9).toFixed(1)} °C` : '';
  return withProblem(
    `${otherPlace({ state, plain, text })}${asksAhead ? 'I see no forecast, only the current weather. ' : ''}${asksMore ? 'I see only the temperature and the sky. ' : ''}${asksWhy ? 'The sky here has the weather of the home’s place; the columns of falling characters are the hashes of the last commits. ' : ''}Weather: ${weatherText(reading)}${celsius}${recordedText(reading)} (${escapeMarkdown(placeText(state.config.get().weather))})`,
    problemText('the weather', reading, state.now.get()),
  );
}

export function block({ state, plain }: About): string {
  const asksPrice = /\b(?:price|trading|worth|dollars?|euros?|usd|eur|cost|much)\b/.test(plain);
  const asksHalving = /\bhalvings?\b/.test(plain);
  const asksMore =
    /\b(?:when|old|minutes|since|mined|miner|ago|fees?|hash(?:rate)?|transactions?|mempool)\b/.test(plain);
  const asksMeaning = /\b(?:mean(?:s|ing)?|what is (?:it|that|this) for|good for|explain)\b/.test(plain);
  const unseen = asksPrice
    ? 'I see no price of my own, only the block height. '
    : asksMore && !asksHalving
      ? 'I see no times, fees or transactions, only the block height. '
      : '';
  const meaning = asksMeaning ? `${BLOCKS} ` : '';
  const reading = state.readings.blockHeight.get();
  const height = currentValue(reading);
  const target = plain
    .split(' ')
    .map(Number)
    .find((number) => height !== undefined && number > height);
  const text =
    asksHalving && height !== undefined
      ? halvingText(height)
      : `Block height: ${blockText(reading)}${recordedText(reading)}${height !== undefined && target !== undefined ? `, ${counted(target - height, 'block')} before ${target}` : ''}`;
  return [
    withProblem(unseen + meaning + text, problemText('the block height', reading, state.now.get())),
    asksPrice ? pricesText(state) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const HALVING_BLOCKS = 210_000;
function halvingText(height: number): string {
  const next = (Math.floor(height / HALVING_BLOCKS) + 1) * HALVING_BLOCKS;
  const last = next - HALVING_BLOCKS;
  return `I see no times, fees or transactions, only the block height: ${height}. A halving comes every ${HALVING_BLOCKS} blocks: the last was at ${last}, ${counted(height - last, 'block')} ago, the next is at ${next}: ${counted(next - height, 'block')} to go.`;
}

/**
 * The sovereignty of the home. The word “sovereignty” in an answer starts the crown animation, so only
 * answers to questions about sovereignty contain it.
 */
export function sovereignty({ state }: Pick<Question, 'state'>): string {
  const reading = state.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  const parts = sovereigntyPartsText(reading);
  return withProblem(
    `Sovereignty: ${score} ${escapeMarkdown(label)}${parts === '' ? '' : `. ${escapeMarkdown(parts)}`}`,
    problemText('the sovereignty figure', reading, state.now.get()),
  );
}

const SHARE = 'It is the share of this home’s parts that its owner runs, from 0 to 100 %.';
/** What the sovereignty is, and how it was counted. */
export function whySovereignty({ state }: Pick<Question, 'state'>): string {
  const reading = state.readings.sovereignty.get();
  const text = `${SHARE} ${sovereignty({ state })}`;
  return currentValue(reading) && sovereigntyPartsText(reading) === ''
    ? `${text}. The owner wrote it into ${escapeMarkdown(reading.source)}, without saying what was counted.`
    : text;
}

/** What the owner can change so that all parts are their own. */
export function moreSovereignty({ state }: Pick<Question, 'state'>): string {
  const parts = currentValue(state.readings.sovereignty.get())?.parts ?? [];
  const others = parts.filter(({ own }) => own === false);
  if (parts.length === 0) return whySovereignty({ state });
  if (others.length === 0)
    return `${sovereignty({ state })}. All parts that can be counted are the owner’s own.`;
  const rows = others.map(({ name, where, why }) => `${name}: ${why ?? where ?? 'not own'}`);
  return `The owner would have to run these parts too:\n${markdownList(rows.map(escapeMarkdown))}\n\n\`docs/configuration.md\` says how each part is chosen.`;
}

/** The time at the place of the home if its time zone is known, and in UTC. */
export function time({ state, plain = '', text }: Pick<Question, 'state'> & Partial<About>): string {
  const now = state.now.get();
  const { weather: place } = state.config.get();
  const [day, clock] = new Date(now).toISOString().split('T');
  const utc = `It is ${day} ${clock?.slice(0, 8)} UTC.`;
  const local = localTimeOf(place, now);
  const ofSun = /\bsun(?:rise|set)\b|\bsun (?:go|goes|come|comes|rise|rises|set|sets)\b/.test(plain)
    ? 'I see no times of sunrise and sunset. '
    : '';
  return local
    ? `${ofSun}${otherPlace({ state, plain, text })}In ${escapeMarkdown(place.place || place.timeZone || '')} it is ${local.clock} on ${local.day}. ${utc}`
    : `${ofSun}${utc} The time zone of the place is not configured.`;
}

/** A row for each agent. If there are many: the agents that are not idle, and the number of the others. */
function agentSummary(reading: Reading<readonly AgentActivity[]>, activeNow: readonly string[]): string[] {
  const rows = workRows(reading, activeNow);
  if (rows.length <= MAX_NAMED_AGENTS) return rows.map(({ text }) => escapeMarkdown(text));
  const busy = rows.filter(({ className }) => !className.startsWith('idle'));
  return [
    ...busy.slice(0, MAX_NAMED_AGENTS).map(({ text }) => escapeMarkdown(text)),
    `${counted(rows.length - Math.min(busy.length, MAX_NAMED_AGENTS), 'other')}${busy.length > MAX_NAMED_AGENTS ? '' : ': IDLE'}`,
  ];
}

/**
 * Removes the word “sovereignty” from a text for other answers, because it would start the crown animation.
 */
const withoutCrown = (text: string): string =>
  text.replaceAll('sovereignty-status.json', 'the file of that figure').replace(/sovereignty ?/gi, '');

/** What is wrong with the readings, a sentence each. */
function problemsOf({ readings, relay }: ReadingsState & RelayState, now: number): string[] {
  const relays = relay.relays.get();
  return [
    withoutCrown(problemText('how much is the owner’s own', readings.sovereignty.get(), now)),
    problemText('the weather', readings.weather.get(), now),
    problemText('the block height', readings.blockHeight.get(), now),
    problemText('the commits', readings.commits.get(), now),
    problemText('the portals', readings.portalRecords.get(), now),
    // A missing or empty agents’ file is not a problem.
    ['error', 'stale'].includes(readings.agentStatus.get().state)
      ? problemText('the agents’ file', readings.agentStatus.get(), now)
      : '',
    relays.length > 0 && connectedRelays(relays) === 0
      ? `${relayCountText(0, relays.length)}, so the feed has nothing new.`
      : '',
  ]
    .filter((problem) => problem !== '')
    .map(fixPunctuation);
}

/** Whether a text has one of the longer words of a name. */
const mentionsPart = (plain: string, name: string): boolean =>
  name.split(' ').some((word) => word.length > 4 && plain.includes(word));

/** The readings that have a source, by their names. */
const sourced = ({ readings }: ReadingsState) =>
  Object.entries({
    commits: readings.commits,
    weather: readings.weather,
    'block height': readings.blockHeight,
    portals: readings.portalHealth,
    'the owner’s own': readings.sovereignty,
  });

/** Whether the home shows a recording. */
export function demo(question: Question): string {
  const { state } = question;
  const all = [...sourced(state), ['agent sessions', state.readings.sessions] as const];
  const recorded = all.flatMap(([name, reading]) => (reading.get().recorded === true ? name : []));
  const hasRelays = state.config.get().recorded && state.relay.relays.get().length > 0;
  const others = all.flatMap(([name]) => (recorded.includes(name) ? [] : name));
  return recorded.length === 0
    ? `No: nothing here is a recording. ${sources({ ...question, plain: '' })}`
    : `Yes, this is a demo: a recording of real data is replayed, with its times moved to today. Recorded: ${recorded.join(', ')}${hasRelays ? ', and the relay feed, whose events keep their dates' : ''}. Not recorded: ${others.join(', ')}.`;
}

const STALE =
  /\b(?:stale|outdated|(?:out of|not up to) date|missing|not (?:\w+ )?(?:fresh|current|loaded|answered))\b/;
/** The readings that are not live, with the reason. */
function staleText({ state }: Question): string {
  const problems = problemsOf(state, state.now.get());
  const fresh = sourced(state).flatMap(([name, reading]) => (reading.get().state === 'live' ? name : []));
  return problems.length > 0
    ? markdownList(problems)
    : `No reading is stale. These have answered: ${fresh.join(', ')}.`;
}

/** Where the readings come from, and how old they are. */
export function sources(question: Question): string {
  const { state, plain } = question;
  const now = state.now.get();
  const rows = sourced(state);
  if (
    /\b(?:demo|recording|recorded|replay\w*|real)\b/.test(plain) &&
    rows.some(([, reading]) => reading.get().recorded)
  )
    return demo(question);
  const named = rows.filter(([name]) => mentionsPart(plain, name));
  if (STALE.test(plain)) return staleText(question);
  return `Nothing is invented: each reading has a source and an age.\n${markdownList(
    (named.length > 0 ? named : rows).map(
      ([name, reading]) => `${name}: ${withoutCrown(escapeMarkdown(provenanceText(reading.get(), now)))}`,
    ),
  )}`;
}

/** Whether anything is wrong. */
export function problems({ state }: Question): string {
  const report = state.activity.get()?.state;
  const found = problemsOf(state, state.now.get());
  const offline = (currentValue(state.derived.portals.get()) ?? []).filter(
    (portal) => portalStatus(portal) === 'offline',
  );
  const rows = [
    ...(report === 'waiting' || report === 'failed' ? activityRows(state) : []),
    ...sessionLines(state, ({ state: of }) => of === 'failed'),
    ...found,
    ...(offline.length > 0
      ? [`Offline: ${offline.map(({ record }) => escapeMarkdown(record.name)).join(', ')}.`]
      : []),
  ];
  return rows.length > 0
    ? `Not everything is well:\n${markdownList(rows)}`
    : 'All is well: every reading of this home has answered, and no portal is offline.';
}

/** The adapters of the model. */
export function adapters({ state }: Pick<Question, 'state'>): string {
  const reading = state.readings.adapters.get();
  const rows = currentValue(reading) ? adapterRows(reading).map(({ text }) => escapeMarkdown(text)) : [];
  const what =
    'An adapter, such as a LoRA, is an addition to a model; `adapters.json` lists those of this home.';
  return rows.length > 0
    ? `${what}\n${markdownList(rows)}`
    : withProblem(
        `No adapter is loaded. ${what}`,
        reading.state === 'empty' ? '' : problemText('the adapters', reading, state.now.get()),
      );
}

/** All readings, with the texts of the heartbeat page. */
export function status({ state }: Pick<Question, 'state'>): string {
  const { readings, derived } = state;
  const now = state.now.get();
  const sky = readings.weather.get();
  const height = readings.blockHeight.get();
  const { score, label } = sovereigntyTexts(readings.sovereignty.get());
  const portalList = currentValue(derived.portals.get());
  const online = portalList?.filter((portal) => portalStatus(portal) === 'online').length;
  const recent = state.relay.events
    .get()
    .filter(({ created_at }) => now - created_at * 1000 < MINUTE_MS).length;
  const relays = state.relay.relays.get();
  const agents = currentValue(derived.agents.get());
  const found = problemsOf(state, now);
  const team = sessions({ state, plain: '' });
  const parts = [
    markdownList([
      ...activityRows(state),
      `The owner’s own: ${score} ${escapeMarkdown(label)}`,
      ...(isOff(sky) ? [] : [`Weather: ${weatherText(sky)}${recordedText(sky)}`]),
      ...(isOff(height) ? [] : [`Block height: ${blockText(height)}${recordedText(height)}`]),
      ...(portalList ? [`Portals: ${portalList.length}, ${online} online`] : []),
      ...(relays.length > 0 ? [`${relaysText(relays)}, ${recent} events in the last minute`] : []),
    ]),
    ...(team === undefined ? [] : [team]),
    `Agents${agents ? `: ${agentCountText(agents, derived.activeNow.get())}` : ''}\n${markdownList(agentSummary(derived.agents.get(), derived.activeNow.get()))}`,
    `Last commits:\n${markdownList(commitRows(derived.lastCommits.get()).map(({ text }) => escapeMarkdown(text)))}`,
    ...(found.length > 0 ? [markdownList(found)] : []),
  ];
  return parts.join('\n\n');
}
