import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import { withoutMark } from '../core/json-file.ts';
import { keepCopy, replaceFile } from '../core/replace-file.ts';
import { type Command, type Flag, type FlagValues, usageOf } from '../core/options.ts';
import { type Effect, type RegistryProblem, checkRegistry } from '../registry/check-portals.ts';
import { type RegistryChange, upgradeRegistry } from '../registry/upgrade-portals.ts';
import { printLine } from '../core/escape.ts';
import { UserError, codeOf } from '../core/user-error.ts';
import { dataFlag, shortPath } from '../core/folders.ts';

/** The effect of each kind of problem, as text. */
const effects: Readonly<Record<Effect, string>> = {
  file: 'No portal is shown.',
  record: 'The portal is left out.',
  field: 'The portal is shown without it.',
  twice: 'The first is not used.',
  closed: 'The portal is closed.',
  note: '',
};

interface Registry {
  /** The name of the file in messages. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** The byte-order mark or an empty text. An upgrade keeps it. */
  readonly mark: string;
}

async function readRegistry(given: string | undefined, data: string): Promise<Registry> {
  const path = resolve(given ?? join(data, 'public', 'portals.json'));
  const name = shortPath(path);
  try {
    const raw = await readFile(path, 'utf8');
    const text = withoutMark(raw);
    return { name, path, text, mark: raw.slice(0, raw.length - text.length) };
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT';
    throw new UserError(
      isMissing ? `There is no ${name}.` : `${name} cannot be read: ${errorMessage(error)}.`,
      isMissing && given === undefined
        ? 'The home shows the portals that come with it. Copy public/portals.json there to make them your own, or name another file.'
        : 'Name a file that this user can read.',
    );
  }
}

function printProblems({ name }: Registry, problems: readonly RegistryProblem[]): void {
  for (const { line, path, portal, effect, problem, fix } of problems) {
    const place = [path, portal === undefined || path === '' ? '' : ` (${portal})`].join('');
    const message = `${name}:${line}: ${effect === 'note' ? 'note: ' : ''}${place === '' ? '' : `${place}: `}${problem}.`;
    printLine([message, effects[effect]].filter(Boolean).join(' '));
    printLine(`  ${fix}`);
  }
}

const isDefect = ({ effect }: RegistryProblem): boolean => effect !== 'note';

function check(registry: Registry): number {
  const { problems, entries } = checkRegistry(registry.text);
  printProblems(registry, problems);
  const defects = problems.filter(isDefect).length;
  const shown = entries.filter(({ isShown }) => isShown).length;
  // A problem with the whole file, such as a comment in the JSON, means that it is not read.
  const isRead = !problems.some(({ effect }) => effect === 'file');
  printLine(
    `${registry.name}: ${isRead ? shown : 0} of ${counted(entries.length, 'portal')} shown, ${counted(defects, 'problem')}.`,
  );
  const { changes } = upgradeRegistry(registry.text);
  if (changes.length > 0)
    printLine(
      `${counted(new Set(changes.map(({ portal }) => portal)).size, 'portal')} of the older form: “home-world portals upgrade” adds what is missing.`,
    );
  return defects === 0 ? 0 : 1;
}

function printChanges({ name }: Registry, changes: readonly RegistryChange[]): void {
  for (const { line, portal, field, value } of changes)
    printLine(`${name}:${line}: ${portal}: + "${field}": ${JSON.stringify(value)}`);
}

function upgrade(registry: Registry, isDryRun: boolean): number {
  const { text, changes, problems } = upgradeRegistry(registry.text);
  printProblems(registry, problems);
  printChanges(registry, changes);
  const portals = counted(new Set(changes.map(({ portal }) => portal)).size, 'portal');
  if (changes.length === 0) printLine(`${registry.name}: nothing to upgrade.`);
  else if (isDryRun) printLine(`${registry.name}: ${portals} to upgrade; nothing was written.`);
  else {
    const copy = keepCopy(registry.path, 'upgrade');
    replaceFile(registry.path, registry.mark + text);
    printLine(`${registry.name}: ${portals} upgraded. The file as it was: ${shortPath(copy)}`);
  }
  return problems.some(isDefect) ? 1 : 0;
}

const dryRun: Flag = { name: 'dry-run', help: 'with upgrade: show the change, and write nothing' };

const usage = usageOf('portals');

async function run(
  values: FlagValues,
  _env: NodeJS.ProcessEnv,
  [action, file, ...more]: readonly string[],
): Promise<number> {
  if (action !== 'check' && action !== 'upgrade')
    throw usage(
      action === undefined ? 'portals needs “check” or “upgrade”.' : `portals cannot do “${action}”.`,
    );
  if (more.length > 0) throw usage('portals takes one file.');
  const registry = await readRegistry(file, String(values['data']));
  if (action === 'check') return check(registry);
  try {
    return upgrade(registry, values['dry-run'] === true);
  } catch (error) {
    throw new UserError(
      `${registry.name} cannot be written: ${errorMessage(error)}.`,
      'Make the file and its folder writable for this user.',
    );
  }
}

export const portals: Command = {
  words: 'check | upgrade [FILE]',
  details: [
    'check       names every problem of the file with its line, its place and what to write',
    'upgrade     adds the fields that records of the older form lack; nothing else changes, and a copy is kept',
    '',
    'Without FILE it is portals.json in public/ of the data folder.',
    'Exit codes: 0 no problem · 1 a problem, or the file cannot be read or written · 2 wrong command line',
    '',
    'docs/portals.md has every field.',
  ].join('\n'),
  flags: [dryRun, dataFlag],
  run,
};
