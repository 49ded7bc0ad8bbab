import { agentKey } from '../../../data/readings/activity.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { THINGS } from './world.ts';
import { portalNamed } from '../places.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';
import { PERSON, PORTAL } from '../understanding.ts';
import { mentions, plainWords } from '../words.ts';

/** Whether a login of the code host is a name, or a part of it: `mira` of `Mira Okafor`. */
export const isLoginOf = (login: string, name: string): boolean => mentions(plainWords(name), login);

/** The repositories whose commits the home shows, by name. */
export function repositoriesText({ config }: ConfigState): string {
  const { repositories, codeHost } = config.get();
  const names = repositories.length > 0 ? repositories : [`${codeHost.owner}/${codeHost.repo}`];
  return new Intl.ListFormat('en').format(names.map(escapeMarkdown));
}

/** Words that are too common to tell one name from another. */
const COMMON_NAMES = new Set(
  'bot robot human agent the and dev admin user team idle dead dormant working active you home all new who main master login'.split(
    ' ',
  ),
);

/**
 * Returns the names of agent sessions and of their programs, of agents, and of authors of commits. A login of
 * the code host is added if it is no part of such a name.
 */
export function knownNames({ derived, readings }: DerivedState & ReadingsState): string[] {
  const sessions = currentValue(readings.sessions.get())?.sessions ?? [];
  const names = [
    ...sessions.flatMap(({ name, harness }) => [harness, name]),
    ...(currentValue(derived.agents.get()) ?? []).map(({ name }) => name),
    ...(currentValue(readings.commits.get()) ?? []).map(({ author }) => author),
  ];
  const logins = (currentValue(readings.merged.get()) ?? []).map(({ author }) => author);
  const all = [...names, ...logins.filter((login) => !names.some((name) => isLoginOf(login, name)))];
  return [...new Map(all.map((name) => [agentKey(name), name])).values()];
}

type NamedState = ConfigState & DerivedState & ReadingsState;

/** The names of the home, its resident, its place, its agents and authors. */
function homeNames(state: NamedState): string[] {
  const { appName, resident, weather } = state.config.get();
  return [appName, resident.name, weather.place, ...knownNames(state)];
}

/** The words of all names and titles that this home shows. */
export function shownWords(state: NamedState): ReadonlySet<string> {
  const { commits, merged, portalRecords } = state.readings;
  const titles = [...(currentValue(commits.get()) ?? []), ...(currentValue(merged.get()) ?? [])];
  const portals = currentValue(portalRecords.get()) ?? [];
  const texts = [...portals.map(({ name }) => name), ...titles.map(({ title }) => title)];
  return new Set([...homeNames(state), ...texts].flatMap(plainWords));
}

/** Matches words that belong to a title and are not the name of an author: `commits about tide`. */
const OF_TITLE = /\b(?:about|mention\w*) (?:the )?(?:word )?\S+/g;

/**
 * The agents and authors that the question names, with the whole name or with a part that no other name has.
 */
export function personsNamed({ state, plain }: Pick<Question, 'state' | 'plain'>): string[] {
  const words = (/\bcommit/.test(plain) ? plain.replace(OF_TITLE, '') : plain).replace(THINGS, '').split(' ');
  const names = knownNames(state);
  // “lit-html” of the repository “lit” is not the author “Lit Robot”.
  const repository = plainWords(state.config.get().codeHost.repo);
  const partsOf = (name: string): string[] =>
    plainWords(name).filter(
      (part) => part.length > 2 && !COMMON_NAMES.has(part) && !repository.includes(part),
    );
  // “Ada’s” has already lost its apostrophe here, and people often leave it out.
  const isNamed = (part: string): boolean => words.includes(part) || words.includes(`${part}s`);
  const isOwn = (part: string): boolean => names.filter((name) => partsOf(name).includes(part)).length === 1;
  return names.filter(
    (name) => mentions(words, name) || partsOf(name).some((part) => isNamed(part) && isOwn(part)),
  );
}

/** A text without the names of the persons in a question. */
export const withoutPersons = (question: Pick<Question, 'state' | 'plain'>, text: string): string =>
  personsNamed(question)
    .flatMap(plainWords)
    .reduce((rest, part) => rest.replaceAll(new RegExp(`\\b${part}s?\\b`, 'g'), ''), text);

/**
 * Returns the words of a question, with `PERSON` and `PORTAL` in place of names of this home. A single word
 * that the examples contain, such as “nostr”, is not replaced even if a portal has this name, unless “portal”
 * follows it.
 */
export function topicWords(question: Question, isCommon: (word: string) => boolean): string[] {
  const { state, words } = question;
  const portal = portalNamed(state, words, true);
  const kinds: readonly (readonly [string, string])[] = [
    ...personsNamed(question).map((name) => [PERSON, name] as const),
    ...(portal ? [[PORTAL, portal.record.name] as const] : []),
  ];
  let text = ` ${words.join(' ')} `;
  for (const [kind, name] of kinds) {
    const parts = plainWords(name);
    if (parts.length > 1) text = text.replaceAll(` ${parts.join(' ')} `, ` ${kind} `);
    // In “the Nostr portal”, the word is the name of the portal. “nostr” alone is the feed.
    if (kind === PORTAL && parts.length === 1)
      text = text.replaceAll(
        new RegExp(` ${parts.join('')} (?=(?:portal|gate|door|arch|tor) )`, 'g'),
        ` ${kind} `,
      );
    for (const part of parts)
      if (!isCommon(part) && !COMMON_NAMES.has(part))
        text = text.replaceAll(` ${part} `, ` ${kind} `).replaceAll(` ${part}s `, ` ${kind} `);
  }
  return text.trim().split(' ');
}

/**
 * Matches a name with a capital letter, which this home may not have: `who works at Google`,
 * `how many commits does Linux have`.
 */
const STRANGER = /\b(?:at|by|of|for|from|does|did|do|has|is|was|agent) ((?:[A-Z][\p{L}]{2,}\s?)+)/gu;
/** Matches a name in small letters, in a question with corrected spelling: `is bob working`. */
const STRANGER_AT_WORK =
  /\b(?:is|was|does|did|has|agent) (\p{L}{3,}) (?:still |now )?(?:working|doing|do|done|alive|active|idle|home|up to|commit\w*)\b/gu;

/**
 * Names of coding agents. They are words of the example questions, so `isCommon` accepts them. But this home
 * may not have such an agent, so they are checked as names.
 */
export const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['aider', 'Aider'],
  ['claude', 'Claude Code'],
  ['codex', 'Codex'],
  ['copilot', 'Copilot CLI'],
  ['cursor', 'Cursor'],
  ['gemini', 'Gemini CLI'],
  ['opencode', 'OpenCode'],
]);

/** The programs that a question names and this home does not show. */
export const missingPrograms = ({ plain, state }: Pick<Question, 'plain' | 'state'>): string[] => {
  const own = shownWords(state);
  return plain.split(' ').flatMap((word) => (own.has(word) ? [] : (PROGRAMS.get(word) ?? [])));
};

/** Whether a question has a name that is neither in this home nor in an example. */
export const namesStranger = (
  { text, plain, state }: Question,
  isCommon: (word: string) => boolean,
): boolean => {
  if (missingPrograms({ plain, state }).length > 0) return true;
  const own = new Set(homeNames(state).flatMap(plainWords));
  const named = [...text.slice(0, 300).matchAll(STRANGER), ...plain.slice(0, 300).matchAll(STRANGER_AT_WORK)];
  return named.some(([, name = '']) => plainWords(name).some((word) => !own.has(word) && !isCommon(word)));
};
