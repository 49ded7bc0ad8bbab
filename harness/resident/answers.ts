import { MINUTE_MS } from '../../data/core/time.ts';
import { portalStatus } from '../../data/readings/portals.ts';
import type { Reading } from '../../data/readings/reading.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity, Portal } from '../../data/readings/records.ts';
import type { State } from '../../data/state.ts';
import { ageText, blockText, counted } from '../../data/readings/format.ts';
import { weatherText } from '../../data/readings/format-weather.ts';
import { activityText } from '../../data/readings/format-activity.ts';
import { agentDetails, agentRows, agentStatusText } from '../../data/readings/format-agents.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { ZAP_KIND } from '../../data/core/nostr-kinds.ts';
import { relayLossTexts, relaysText } from '../../data/relay/format.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { NO_MODEL, greeting, help, identity } from './about.ts';
import type { Intent } from './intent-rules.ts';
import { markdownList, escapeMarkdown } from './markdown.ts';
import { fixPunctuation, problemText, withProblem } from './problem-text.ts';

const MAX_MERGED_ROWS = 5;
const MAX_FEED_ROWS = 5;
/** If there are more agents, the overview counts some of them; “agents” names them all. */
const MAX_NAMED_AGENTS = 8;

export function agentLine(agent: AgentActivity, now: number): string {
  const { name, status, issue } = agent;
  // The issue's title comes from another system, so it is escaped.
  const details = agentDetails(
    { ...agent, issue: issue === null ? null : `on ${escapeMarkdown(issue)}` },
    now,
  );
  return `${escapeMarkdown(name)}: ${agentStatusText(status)} (${details.join(', ')})`;
}

/** What the resident itself does, if its agent has reported it. */
function activityRows(state: State): string[] {
  const activity = state.activity.get();
  const name = escapeMarkdown(state.config.get().resident.name);
  return activity ? [`${name}: ${escapeMarkdown(activityText(activity, state.now.get()))}`] : [];
}

function agents(state: State): string {
  const now = state.now.get();
  const reading = state.derived.agents.get();
  const known = reading.state === 'error' ? undefined : currentValue(reading);
  const rows = known
    ? known.map((agent) => agentLine(agent, now))
    : agentRows(reading).map(({ text }) => text);
  return withProblem(
    markdownList([...activityRows(state), ...rows]),
    problemText('the agents', reading, now),
  );
}

function portalLine(portal: Portal, base: string): string {
  const { record, health, entrance } = portal;
  const status = portalStatus(portal);
  // A check has nothing to add to a portal that the registry calls offline.
  const last = status === health.status ? health.checks.at(-1) : undefined;
  const checked =
    status === 'unknown'
      ? `health unknown${health.cause ? `: ${health.cause}` : ''}`
      : `${status}${last?.latencyMs == null ? '' : `, ${Math.round(last.latencyMs)} ms`}`;
  const home = new URL(base).origin;
  const way = entrance.open
    ? `way in: ${entrance.href.startsWith(home) ? entrance.href.slice(home.length) : entrance.href}`
    : escapeMarkdown(entrance.reason).replace(/\.$/, '');
  return `**${escapeMarkdown(record.name)}** (${record.portal_type}, ${record.readiness_state}) — ${checked}; ${way}`;
}

export function portals(state: State, only?: Portal): string {
  const reading = state.derived.portals.get();
  const known = currentValue(reading);
  if (only) return `${portalLine(only, state.base)}\n\n${escapeMarkdown(only.record.description)}`;
  const rows = known?.map((portal) => portalLine(portal, state.base)) ?? [];
  const text =
    rows.length > 0
      ? markdownList(rows)
      : reading.state === 'empty'
        ? 'There are no portals.'
        : 'PORTALS: ERROR';
  if (reading.state === 'loading') return problemText('the portals', reading, state.now.get());
  return withProblem(text, problemText('the portals', reading, state.now.get()));
}

function weather(state: State, plain = ''): string {
  const asksAhead = /\b(?:tomorrow|forecast|next|weekend)\b/.test(plain);
  const reading = state.readings.weather.get();
  const { latitude, longitude } = state.config.get().weather;
  return withProblem(
    `${asksAhead ? 'I see no forecast, only the current weather. ' : ''}Weather: ${weatherText(reading)} (at latitude ${latitude}, longitude ${longitude})`,
    problemText('the weather', reading, state.now.get()),
  );
}

function block(state: State, plain = ''): string {
  const asksPrice = /\b(?:price|worth|dollars?|euros?|usd|eur)\b/.test(plain);
  const reading = state.readings.blockHeight.get();
  return withProblem(
    `${asksPrice ? 'I see no price, only the block height. ' : ''}Block height: ${blockText(reading)}`,
    problemText('the block height', reading, state.now.get()),
  );
}

function sovereignty(state: State): string {
  const reading = state.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  const parts = sovereigntyPartsText(reading);
  return withProblem(
    `Sovereignty: ${score} ${escapeMarkdown(label)}${parts && `. ${escapeMarkdown(parts)}.`}`,
    problemText('the sovereignty figure', reading, state.now.get()),
  );
}

function commits(state: State): string {
  const now = state.now.get();
  const reading = state.derived.lastCommits.get();
  const rows = commitRows(reading).map(({ text }) => escapeMarkdown(text));
  const ages = currentValue(reading)?.map(({ authoredAt }) => ` (${ageText(authoredAt, now)})`) ?? [];
  return withProblem(
    markdownList(rows.map((row, index) => row + (ages[index] ?? ''))),
    problemText('the commits', reading, now),
  );
}

function merged(state: State): string {
  const now = state.now.get();
  const reading = state.readings.merged.get();
  const known = currentValue(reading);
  if (!known?.length) {
    const problem = problemText('the merged work', reading, now);
    return problem === '' ? 'Nothing has been merged yet.' : fixPunctuation(problem);
  }
  const rows = known
    .slice(0, MAX_MERGED_ROWS)
    .map(
      ({ number, title, author, mergedAt }) =>
        `#${number} ${escapeMarkdown(title)} — ${escapeMarkdown(author)} (${ageText(mergedAt, now)})`,
    );
  const count = `${known.length} merged, the newest ${rows.length}:`;
  return withProblem(`${count}\n${markdownList(rows)}`, problemText('the merged work', reading, now));
}

function feed(state: State): string {
  const relays = state.relay.relays.get();
  const events = state.relay.events.get();
  const head =
    relays.length === 0
      ? 'No relay is configured.'
      : [`${relaysText(relays)}, ${events.length} events kept.`, ...relayLossTexts(relays)].join(' ');
  const rows = events
    .slice(0, MAX_FEED_ROWS)
    .map(
      ({ pubkey, content, kind }) =>
        `${kind === ZAP_KIND ? '⚡ ' : ''}[${pubkey}] ${escapeMarkdown(content)}`,
    );
  const why = relays
    .filter(({ state: now, cause }) => now !== 'open' && cause !== undefined)
    .map(({ url, cause }) => `I cannot hear ${escapeMarkdown(url)}: ${escapeMarkdown(cause ?? '')}.`);
  return [head, ...(rows.length > 0 ? [markdownList(rows)] : []), ...why.map(fixPunctuation)].join('\n\n');
}

const time = (state: State): string => {
  const [day, clock] = new Date(state.now.get()).toISOString().split('T');
  return `It is ${day} ${clock?.slice(0, 8)} UTC.`;
};

/** A row for each agent; of many, only those that are not idle, and the number of the others. */
function agentSummary(reading: Reading<readonly AgentActivity[]>): string[] {
  const rows = agentRows(reading);
  if (rows.length <= MAX_NAMED_AGENTS) return rows.map(({ text }) => escapeMarkdown(text));
  const busy = rows.filter(({ className }) => !className.startsWith('idle'));
  return [
    ...busy.slice(0, MAX_NAMED_AGENTS).map(({ text }) => escapeMarkdown(text)),
    `${counted(rows.length - Math.min(busy.length, MAX_NAMED_AGENTS), 'other')}${busy.length > MAX_NAMED_AGENTS ? '' : ': IDLE'}`,
  ];
}

/** Everything at once, with the texts of the heartbeat page. */
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
    problemText('the sovereignty figure', readings.sovereignty.get(), now),
    problemText('the weather', readings.weather.get(), now),
    problemText('the block height', readings.blockHeight.get(), now),
    problemText('the commits', readings.commits.get(), now),
    problemText('the portals', readings.portalRecords.get(), now),
    // A home without that file, or with an empty one, has no problem.
    ['error', 'stale'].includes(readings.agentStatus.get().state)
      ? problemText('the agents’ file', readings.agentStatus.get(), now)
      : '',
  ].filter((problem) => problem !== '');
  const parts = [
    markdownList([
      ...activityRows(state),
      `Sovereignty: ${score} ${escapeMarkdown(label)}`,
      `Weather: ${weatherText(readings.weather.get())}`,
      `Block height: ${blockText(readings.blockHeight.get())}`,
      ...(portalList ? [`Portals: ${portalList.length}, ${online} online`] : []),
      ...(relays.length > 0 ? [`${relaysText(relays)}, ${recent} events in the last minute`] : []),
    ]),
    `Agents:\n${markdownList(agentSummary(derived.agents.get()))}`,
    `Last commits:\n${markdownList(commitRows(derived.lastCommits.get()).map(({ text }) => escapeMarkdown(text)))}`,
    ...(problems.length > 0 ? [markdownList(problems.map(fixPunctuation))] : []),
  ];
  return parts.join('\n\n');
}

/** How the sovereignty figure was counted. */
export const why = (state: State): string =>
  currentValue(state.readings.sovereignty.get()) &&
  sovereigntyPartsText(state.readings.sovereignty.get()) === ''
    ? `${sovereignty(state)}. The owner wrote it into ${escapeMarkdown(state.readings.sovereignty.get().source)}, without saying what was counted.`
    : sovereignty(state);

/** The answer to each intent. `plain` is the message as plain words. */
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
