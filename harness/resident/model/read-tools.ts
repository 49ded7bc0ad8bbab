import { ageText } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { agents } from '../answers/agents.ts';
import { merged } from '../answers/commits.ts';
import { portals } from '../answers/portals.ts';
import { feed } from '../answers/feed.ts';
import { block, sovereignty, status, weather } from '../answers/readings.ts';
import { textFrom } from '../answers/look-up.ts';
import { escapeMarkdown, markdownList, problemText, withProblem } from '../reply-text.ts';
import type { Docs } from '../docs.ts';
import type { AnswerState } from '../question.ts';
import { plainWords } from '../words.ts';
import type { Note } from './notes.ts';

/** A tool that reads the home and changes nothing. */
export interface ReadTool {
  /** For the visitor. */
  readonly title: string;
  /** For the model. */
  readonly description: string;
  /** The word that names the source of the tool's text (`OutsideText.wrap`). */
  readonly from: string;
  /** What the model must give, with the meaning of each; most tools need nothing. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly read: (reads: Reads) => string | Promise<string>;
}

/** What a tool reads. */
interface Reads {
  readonly state: AnswerState;
  readonly notes: readonly Note[];
  readonly docs: () => Promise<Docs | undefined>;
  /** By the name of the parameter. */
  readonly given: Readonly<Record<string, unknown>>;
}

const MAX_COMMITS = 25;

function commits(state: AnswerState): string {
  const now = state.now.get();
  const reading = state.readings.commits.get();
  const rows = (currentValue(reading) ?? [])
    .slice(0, MAX_COMMITS)
    .map(
      ({ title, author, authoredAt }) =>
        `${escapeMarkdown(title)} — ${escapeMarkdown(author)}, ${ageText(authoredAt, now)}`,
    );
  const text = rows.length > 0 ? markdownList(rows) : 'No commit is known.';
  return `${withProblem(text, problemText('the commits', reading, now))}\n\nMerged work: ${merged({ state, plain: '' })}`;
}

const MAX_SECTIONS = 3;
/** In characters. */
const MAX_SECTION = 2_000;
async function docsText({ docs, given }: Reads): Promise<string> {
  const found = (await docs())?.find(plainWords(String(given['words']))) ?? [];
  const texts = found
    .slice(0, MAX_SECTIONS)
    .map(
      ({ section: { page, heading, passages }, passage, isRow }) =>
        `${page}, “${heading}”:\n${textFrom(passages, isRow ? passage : 0, MAX_SECTION)}`,
    );
  return texts.length > 0 ? texts.join('\n\n') : 'Nothing in the docs has these words.';
}

function notesText(notes: readonly Note[]): string {
  return notes.length === 0 ? 'There are no notes.' : markdownList(notes.map(({ words }) => words));
}

/** By the name that the model calls. */
export const readTools: Readonly<Record<string, ReadTool>> = {
  read_status: {
    title: 'Read the status',
    description: 'Everything the home shows now, in short.',
    from: 'status',
    read: ({ state }) => `${status({ state })}\n\n${sovereignty({ state })}`,
  },
  read_agents: {
    title: 'Read the agents',
    description: 'Each agent: working, idle, dormant or dead, its last commit, its issue.',
    from: 'agents',
    read: ({ state }) => agents({ state, plain: '' }),
  },
  read_commits: {
    title: 'Read the commits',
    description: 'The latest commits with author and age, and the newest merged work.',
    from: 'commits',
    read: ({ state }) => commits(state),
  },
  read_portals: {
    title: 'Read the portals',
    description: 'Each portal: what it is, whether it answers, the way in.',
    from: 'portals',
    read: ({ state }) => portals({ state, plain: '' }),
  },
  read_weather: {
    title: 'Read the weather',
    description: 'The current weather at the place of the home.',
    from: 'weather',
    read: ({ state }) => weather({ state, plain: '' }),
  },
  read_chain: {
    title: 'Read the block height',
    description: 'The block height of the chain.',
    from: 'chain',
    read: ({ state }) => block({ state, plain: '' }),
  },
  read_relay: {
    title: 'Read the relay feed',
    description: 'The newest notes and zaps from the relays, and which relays are connected.',
    from: 'relay feed',
    read: ({ state }) => feed({ state }),
  },
  read_notes: {
    title: 'Read my notes',
    description: 'Your long-term notes: the owner’s, and those about this visitor.',
    from: 'notes',
    read: ({ notes }) => notesText(notes),
  },
  search_docs: {
    title: 'Search the docs',
    description: 'The docs of this home’s software: how a visitor uses the home, and how its owner runs it.',
    from: 'docs',
    parameters: { words: 'A few English words of the topic.' },
    read: docsText,
  },
};
