import { isDeepStrictEqual } from 'node:util';
import type { JSONPath } from 'jsonc-parser';
import { parseJson, syntaxProblems, withoutMark } from '../../core/json-file.ts';
import { UserError } from '../../core/user-error.ts';
import { isBlankAt, withValue, withoutValue } from './json-edit.ts';
import { type Payload, isObject } from './payload.ts';
import type { HookGroup } from './targets.ts';

/** A file of hooks: its text, and its path for messages. */
export interface HooksFile {
  readonly path: string;
  readonly text: string;
}

/** The groups of each event. */
export type EventGroups = Readonly<Record<string, readonly HookGroup[]>>;

const refusal = ({ path }: HooksFile, problem: string): UserError =>
  new UserError(
    `${path} ${problem}, so it was not changed.`,
    'Correct the file, and run the command again; or add the hooks by hand: docs/agents.md has them.',
  );

/** Parses a file, which may have comments. Throws a `UserError` if it is not a JSON object. */
function parse(file: HooksFile): Payload {
  const text = withoutMark(file.text);
  const [first] = syntaxProblems(text, true);
  if (first) throw refusal(file, `is not JSON (line ${first.line}: ${first.problem})`);
  const root = parseJson(text);
  if (!isObject(root)) throw refusal(file, 'is not a JSON object');
  return root;
}

function hooksIn(file: HooksFile): Payload {
  const { hooks = {} } = parse(file);
  if (!isObject(hooks)) throw refusal(file, 'has “hooks” that are not an object');
  return hooks;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * The commands of a hook that run this program: also another copy or version of it, and also if the owner has
 * put something before it, such as a variable.
 */
const ownCommands = (hook: unknown, harness: string): readonly string[] =>
  (isObject(hook) ? [hook['command'], hook['bash'], hook['powershell']] : []).filter(
    (command): command is string =>
      typeof command === 'string' &&
      new RegExp(`home-world(?:\\.js)?['"]? (?:hook|ask) ${harness}(?:\\s|$)`).test(command),
  );

const isOwn = (hook: unknown, harness: string): boolean => ownCommands(hook, harness).length > 0;

/**
 * Whether a group has only hooks of this program. In the files of some agents, an event has hooks without
 * groups.
 */
function isOwnGroup(group: unknown, harness: string): boolean {
  if (isOwn(group, harness)) return true;
  const hooks = isObject(group) ? listOf(group['hooks']) : [];
  return hooks.length > 0 && hooks.every((hook) => isOwn(hook, harness));
}

/**
 * The text without the hooks of this program in one event, and without groups and lists that are empty then.
 */
function withoutOwn(file: HooksFile, event: string, harness: string): string {
  let { text } = file;
  // Starts from the end, so that the indices of the remaining entries stay the same.
  const remove = (path: JSONPath, list: readonly unknown[]): void =>
    list.forEach((_, place) => {
      const index = list.length - 1 - place;
      const one = list[index];
      if (isOwnGroup(one, harness)) text = withoutValue(text, [...path, index]);
      else if (isObject(one)) remove([...path, index, 'hooks'], listOf(one['hooks']));
    });
  remove(['hooks', event], listOf(hooksIn(file)[event]));
  return text !== file.text && isBlankAt(text, ['hooks', event])
    ? withoutValue(text, ['hooks', event])
    : text;
}

/** The text of a file without the hooks of this program. */
export function withoutHooks(file: HooksFile, harness: string): string {
  const mark = file.text.slice(0, file.text.length - withoutMark(file.text).length);
  const before = withoutMark(file.text);
  let text = before;
  for (const event of Object.keys(hooksIn(file))) text = withoutOwn({ ...file, text }, event, harness);
  return mark + (text !== before && isBlankAt(text, ['hooks']) ? withoutValue(text, ['hooks']) : text);
}

const ownGroups = (hooks: Payload, event: string, harness: string): readonly unknown[] =>
  listOf(hooks[event]).filter((group) => isOwnGroup(group, harness));

/** Whether the file has exactly these hooks of this program. */
export function hasHooks(file: HooksFile, groups: EventGroups, harness: string): boolean {
  const hooks = hooksIn(file);
  const events = new Set([...Object.keys(groups), ...Object.keys(hooks)]);
  return [...events].every((event) =>
    isDeepStrictEqual(ownGroups(hooks, event, harness), groups[event] ?? []),
  );
}

/** Whether the file has any hook of this program. */
export const hasSomeHook = (file: HooksFile, harness: string): boolean =>
  withoutHooks(file, harness) !== file.text;

/**
 * An address in the form that the hooks have: without the last slash, so that `http://localhost:4200/` and
 * `http://localhost:4200` are equal.
 */
export const normalised = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, '');

/** The addresses of homes in the hooks of this program. */
export function homesIn(file: HooksFile, harness: string): readonly string[] {
  const homes = new Set<string>();
  const groups = Object.values(hooksIn(file)).flatMap(listOf);
  for (const hook of groups.flatMap((group) => [group, ...(isObject(group) ? listOf(group['hooks']) : [])]))
    for (const command of ownCommands(hook, harness)) {
      const [, , url = ''] = / --url (['"])(.+?)\1/.exec(command) ?? [];
      // Only addresses are returned: any other text could contain anything, and the result is printed.
      const home = URL.parse(url);
      if (home) homes.add(normalised(home.href));
    }
  return [...homes];
}

/** The text of a file with these hooks of this program, and without older ones. */
export function withHooks(file: HooksFile, groups: EventGroups, harness: string): string {
  if (hasHooks(file, groups, harness)) return file.text;
  const bare = withoutHooks(file, harness);
  const mark = bare.slice(0, bare.length - withoutMark(bare).length);
  let text = withoutMark(bare);
  if (!('hooks' in parse({ ...file, text }))) text = withValue(text, [], 'hooks', {});
  for (const [event, wanted] of Object.entries(groups)) {
    const present = hooksIn({ ...file, text })[event];
    if (present !== undefined && !Array.isArray(present))
      throw refusal(file, `has “hooks.${event}” that is not a list`);
    if (!present) text = withValue(text, ['hooks'], event, wanted);
    else for (const group of wanted) text = withValue(text, ['hooks', event], undefined, group);
  }
  return mark + text;
}
