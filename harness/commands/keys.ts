import { join, resolve } from 'node:path';
import { localMoment } from '../../data/core/time.ts';
import { printLine } from '../core/escape.ts';
import { dataFlag } from '../core/folders.ts';
import { type Command, usageOf } from '../core/options.ts';
import { UserError } from '../core/user-error.ts';
import { MAX_AGENT_KEYS, isKeyName } from '../keys/agent-keys.ts';
import { KEYS_FILE, Keys } from '../keys/keys.ts';
import { checkIsHome, openError } from '../store/data-folder.ts';

/** The keys of a data folder, also while a home runs with it. Throws a `UserError`. */
export function openKeys(data: string): Keys {
  const folder = resolve(data);
  checkIsHome(folder);
  const file = join(folder, KEYS_FILE);
  try {
    return new Keys(file);
  } catch (error) {
    throw openError(folder, file, 'The keys', error);
  }
}

const usage = usageOf('keys');

function list({ agents }: Keys): void {
  const all = agents.list();
  const width = Math.max(...all.map(({ name }) => name.length));
  for (const { name, madeAt, usedAt } of all)
    printLine(
      `${name.padEnd(width)}  made ${localMoment(madeAt)}, ${usedAt === undefined ? 'never used' : `last used ${localMoment(usedAt)}`}`,
    );
  if (all.length === 0) printLine('There are no keys. “home-world keys add laptop” makes one.');
}

function add({ agents }: Keys, name: string): void {
  const key = agents.add(name);
  if (key === undefined)
    throw new UserError(
      `There is a key “${name}” already, or there are ${MAX_AGENT_KEYS} keys.`,
      'Choose another name, or revoke a key first.',
    );
  printLine(key);
  process.stderr.write(
    `This key is shown once. Set it where the agents of “${name}” run: export HOME_WORLD_AGENT_KEY=…\n`,
  );
}

function revoke({ agents }: Keys, name: string): void {
  if (!agents.revoke(name))
    throw new UserError(`There is no key “${name}”.`, 'Run “home-world keys list” to see their names.');
  printLine(`Revoked “${name}”: the home refuses it from now on.`);
}

export const keysCommand: Command = {
  words: '[list | add NAME | revoke NAME]',
  details: [
    'A key lets coding agents report their sessions and ask their owner, and do nothing else. Make one for each machine.',
    '',
    'list         shows every key, and when it was last used (without a word, too)',
    'add NAME     makes a key and prints it once',
    'revoke NAME  makes a key invalid, also while the home runs',
  ].join('\n'),
  flags: [dataFlag],
  async run(values, _env, [action = 'list', name, ...more]) {
    const known = action === 'list' ? name === undefined : name !== undefined;
    if (!['list', 'add', 'revoke'].includes(action) || !known || more.length > 0)
      throw usage(`keys cannot do “${[action, name, ...more].filter(Boolean).join(' ')}”.`);
    if (name !== undefined && !isKeyName(name))
      throw usage('The name of a key has 1 to 40 letters, digits, dots, hyphens and underscores.');
    const keys = openKeys(String(values['data']));
    try {
      if (name === undefined) list(keys);
      else if (action === 'add') add(keys, name);
      else revoke(keys, name);
    } finally {
      keys.close();
    }
    return 0;
  },
};
