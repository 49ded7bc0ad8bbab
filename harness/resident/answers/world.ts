import type { Question } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';

/** What the block height is. */
export const BLOCKS =
  'Bitcoin is kept in a chain of blocks, which grows by one about every ten minutes. The block height is their number; it stands at the foot of the Earth.';

/** What each thing of the world shows and each term of the home means, by the words of the question. */
const explanations: Readonly<Record<string, string>> = {
  'playable|prototypes?|rebuilding|readiness|ready state':
    'The readiness of a portal is what its owner wrote in `portals.json`: a playable or active world can be entered, a prototype is unfinished, a rebuilding one is being changed, a blocked one is closed. The disc of an arch shows it.',
  '(?:raised|its|an?|the) arms?|waving|(?:gold|golden|small|smaller|little) figures?':
    'The smaller figures beside the resident are the sessions of coding agents. One that stands forward in gold with a raised arm waits for its owner.',
  'beam|thread|ray|pulse|pillar|(?:going|goes|go|rising|rises) up|(?:in)?to the sky|vertical|(?:line|column) of light|glowing column':
    'The beam into the sky, the energy beam, is the relay feed: each zap is a pulse in it.',
  'sovereign\\w*|souveran\\w*|yellow|gold|golden|meter|percent|percentage':
    'The large arc is the sovereignty meter: how many parts of this home are its owner’s own.',
  'lightning|blitze?|arcs?|pylons?|sparks?|bolts?|thunder':
    'The arcs of lightning are the active agents: one arc for each agent with a commit of the last half hour or a report of work, between the pylons.',
  'columns?|matrix|letters|characters|falling|hash(?:es)?':
    'The columns of characters are the hashes of the last commits, one in each column.',
  'rhombs?|diamonds?|markers?|crystals?|rauten?|floating':
    'The floating diamonds hold texts: stand in front of one and press E to read it.',
  'floor|rings?|ringen?|boden|fields?|heat ?map|ground|tiles?':
    'The floor shows the commits of the last 24 hours: a ring for each agent, a field for each hour.',
  'cloths?|banners?|flags?|sails?':
    'The banners in the wind are the last five commits, with the newest nearest to the start.',
  'zaps?|sats?|donat\\w*|tip you':
    'A zap is a small payment in Bitcoin, sent with a Nostr app. Each zap that the relays report climbs the beam into the sky. You cannot send one from here.',
  'nostr|relays?':
    'Nostr is a network for short notes; relays pass them on. The feed of this home shows the verified notes, reactions and zaps of the relays that its owner chose.',
  '(?:walk|go|step|run) (?:into|through)':
    'An open portal takes you to another world: walk into it or press F, and after about two seconds your browser opens its address. Esc turns back. A closed portal lets no one through and says why.',
  'earth|globe|planet|pin|continents?|(?:big|blue|large|huge)(?: \\w+)? ball|ball in the sky':
    'The Earth shows day and night as they are now; its pin marks the place of the weather.',
  'ghost|figures?|hood|guy|creature|middle|centre|center':
    'The figure of light in the middle is the resident of this home: me.',
  'lights?|glow\\w*|balls?|orbs?|shining|shines?':
    'A small light that moves is another visitor. The figure in the middle, whose light moves as it listens, thinks, speaks or works, is the resident: me.',
  'stars?|constellations?|sterne?|sternbild\\w*':
    'Each constellation is an agent: bright when active today, faint when dormant, broken when dead.',
  'arch|arches|discs?|portals?|gates?|tore?|runes?|wheels?':
    'The arches are portals to other worlds: the disc of an arch moves if you can enter its world, is nearly grey while that world is unchecked, and dark while it is offline. Its colour is that of the portal.',
  'merged?|merges|pull requests?':
    'A pull request is a proposed change of the code; merged, it has become a part of it. Each book on the shelves is one that was merged.',
  '(?:always|so|immer) (?:night|nacht|dark)|why (?:is it )?(?:night|dark)|night here':
    'It is night here at every hour, so that glowing words can be read; the sky still has the hour and the weather of the place.',
  'shelf|shelves|bookshel\\w+|books?': 'Each book on the shelves is a merged pull request.',
  'blocks?|bitcoin|chain': BLOCKS,
  'crowns?|krone':
    'The crown of light appears when the resident tells how much of this home is its owner’s own.',
  heartbeat:
    'The heartbeat page, `/heartbeat.html`, shows the readings of this home as a flat page, made for phones.',
  'oath|eid|stone|stein|writing|carved':
    'The oath is a text of the owner: what this home stands for. It is carved into the stone; O shows it.',
  'active (?:today|now)|at work|working|idle|dormant|dead':
    'WORKING, or active today, is an agent with a commit of the last 24 hours, IDLE one without; after seven days without one it is dormant, and drawn dim. Active now is one with a commit of the last half hour, or with a report of work. At work is a session of a coding agent that does something now. DEAD is set in the agent status file.',
  'sessions?':
    'An agent session is one run of a coding agent, such as Codex or OpenCode, that reports to this home what it does.',
  'agents?':
    'An agent is an author of commits that this home lists, a person or a program; “agents” shows them.',
  'commits?':
    'A commit is a saved change to the code, with its author, time and title; “commits” shows the last ones.',
  resident: 'The resident is who answers in this chat: me.',
};
/** Matches a thing of the world, which is not a name: “the big stone” is not Bob Stone. */
export const THINGS = new RegExp(
  `\\b(?:the|an?|this|that) (?:(?:big|large|huge|tall|small) )?(?:${Object.keys(explanations).join('|')})\\b`,
  'g',
);

const patterns = Object.entries(explanations).map(
  ([words, text]) => [new RegExp(`\\b(?:${words})\\b`), text] as const,
);

/** What one thing shows or means; undefined for a thing that is not in this home. */
export function explanation({ plain }: Question): string | undefined {
  const text = patterns.find(([words]) => words.test(plain))?.[1];
  // What an agent is says nothing of the colours of the agents.
  return /\bcolou?rs?\b/.test(plain) && text?.includes('colour') !== true ? undefined : text;
}

/** What this place is. */
export function place({ state }: Question): string {
  const { appName, resident } = state.config.get();
  return `This is ${escapeMarkdown(appName)}, where ${escapeMarkdown(resident.name)} lives. Everything bright here is news: the floor shows the commits of the day, lightning is an active agent, arches lead to other worlds. Stand in front of an object to see what it is.`;
}
