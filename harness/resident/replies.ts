import type { ViewpointPanel } from '../../data/view/viewpoint.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import type { State } from '../../data/state.ts';
import { ageText } from '../../data/readings/format.ts';
import { alive, identity, maker, oath } from './about.ts';
import { agentLine, answers, portals, why } from './answers.ts';
import { mostActiveAnswer, newsAnswer } from './days.ts';
import { controlsAnswer, setupAnswer } from './how-to.ts';
import { topicOf } from './intents.ts';
import { type Place, panelNamed, placeNamed, placeText, portalNamed } from './places.ts';
import type { Question } from './questions.ts';
import type { ResidentContext } from './resident.ts';
import { explanationOf } from './explanations.ts';
import { escapeMarkdown } from './markdown.ts';
import { mentions, plainWords } from './words.ts';

/** The number of a pull request, in an address or after a `#`. */
const pullNumber = (text: string): number | undefined => {
  const found = /(?:pulls?\/|#|\b(?:pr|pull request) )(\d{1,9})\b/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The merged pull request of this number, or that it is not among those known. */
function pullLine(number: number, state: State): string {
  const pull = currentValue(state.readings.merged.get())?.find((one) => one.number === number);
  if (!pull) return `#${number} is not among the merged pull requests I know.`;
  const { title, author, mergedAt } = pull;
  return `#${number} ${escapeMarkdown(title)} — ${escapeMarkdown(author)}, merged ${ageText(mergedAt, state.now.get())}.`;
}

function link(text: string, state: State): string {
  const number = pullNumber(text);
  return `I do not open links.${number === undefined ? ' I see only the readings of this home.' : ` ${pullLine(number, state)}`}`;
}

export const PRIVACY =
  'This conversation is stored on the home’s own server, and only this browser has its key. It is deleted after 30 days, unless the owner set another time. The home sets no cookies.';

const REFUSALS = [
  'I have no answer to that. “help” lists what I know.',
  'I cannot see that from here. Say “help” to see what I know.',
  'I do not know that, but I know about this home: say “status” or “help”.',
  'I cannot answer that from this home’s readings. “help” lists what I can answer.',
] as const;

/** What a reply offers besides its text: the page shows it as a button. */
export type Action =
  | {
      readonly action: 'fly';
      readonly detail: { readonly portal: string } | { readonly panel: ViewpointPanel };
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
  const all = currentValue(state.derived.portals.get()) ?? [];
  const [only] = all;
  if (only && all.length === 1 && words.some((word) => /^(?:portals?|gates?|doors?)$/.test(word)))
    return {
      text: `${portals(state, only)}\n\n${OFFER}`,
      action: flightTo({ kind: 'portal', portal: only }),
    };
  const names = all.map(({ record }) => escapeMarkdown(record.name));
  return {
    text: `Which place? ${names.length > 0 ? `There are the portals ${names.join(', ')}, and ` : 'There are '}the panels, the bookshelves and the oath stone.`,
  };
}

/** An answer about a panel, with an offer to fly there if the visitor asked to be shown it. */
const withFlight = (text: string, words: readonly string[], panel: ViewpointPanel | undefined): Reply =>
  panel !== undefined && words[0] === 'show'
    ? { text: `${text}\n\n${OFFER}`, action: { action: 'fly', detail: { panel } } }
    : { text };

/** How to do something, with an offer to start the time-lapse if the visitor asked for that. */
function controls(plain: string): Reply {
  const text = controlsAnswer(plain);
  if (!/\b(?:time lapse|timelapse|replay)\b/.test(plain) || /^(?:how|what|which|where|can)\b/.test(plain))
    return { text };
  return {
    text: `${text}\n\n“Show me” on the page starts it too.`,
    action: { action: 'time-lapse', detail: {} },
  };
}

/** The reply to a question. */
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
      return { text: mostActiveAnswer(state, plain) };
    case 'since':
      return { text: newsAnswer(state, plain, agentNamed(state, words)?.name) };
    case 'act':
      return {
        text: 'I cannot act outside this conversation: I read this home’s figures and answer. “help” lists them.',
      };
    case 'why':
      return { text: why(state) };
    case 'maker':
      return { text: maker(state) };
    case 'alive':
      return { text: alive(state) };
    case 'explain': {
      const { appName, resident } = state.config.get();
      return { text: explanationOf(plain, escapeMarkdown(appName), escapeMarkdown(resident.name)) };
    }
    case 'privacy':
      return { text: PRIVACY };
    case 'oath':
      return withFlight(oath(state), words, 'oath');
  }
}

const agentNamed = (state: State, words: readonly string[]): AgentActivity | undefined =>
  currentValue(state.derived.agents.get())?.find(({ name }) => mentions(words, name));

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;

/** The question before, if the resident answered it with an offer. */
function questionWithOffer(history: History): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

/** The reply to one message, from the current state. */
export function replyTo(text: string, state: State, history: History = []): Reply {
  const words = plainWords(text);
  const plain = words.join(' ');
  const earlier = YES.test(plain) ? questionWithOffer(history) : undefined;
  if (earlier !== undefined) {
    const { action } = replyTo(earlier, state);
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
  if (plain === `what is ${resident} doing` && state.activity.get())
    return { text: answers.agents(state, plain) };
  const agent = agentNamed(state, words);
  const onlyAgent = intents.length === 0 || intents.includes('agents') || intents[0] === 'status';
  if (agent && onlyAgent) return { text: agentLine(agent, state.now.get()) };
  const number = pullNumber(text);
  if (number !== undefined && (intents.length === 0 || intents[0] === 'merged'))
    return { text: pullLine(number, state) };
  const [first] = intents;
  if (first === undefined && words[0] === 'show' && placeNamed(state, words)) return go(state, words);
  if (first === undefined) {
    // Varies, also when the same question comes again.
    const replies = history.filter(({ role }) => role === 'resident').length;
    return { text: REFUSALS[(plain.length + replies) % REFUSALS.length] ?? REFUSALS[0] };
  }
  const answer = intents.map((intent) => answers[intent](state, plain)).join('\n\n');
  return withFlight(answer, words, panelNamed(words));
}
