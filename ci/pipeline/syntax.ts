/**
 * The checks of specification 8 that every file can be read: scripts, JSON, YAML, Python and shell.
 * Each returns its problems as `path:line: message`.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { parseAllDocuments } from 'yaml';
import { lineAt, syntaxProblems } from '../../harness/core/json-file.ts';
import { filesIn } from '../files.ts';

/** Recorded answers are kept byte for byte, and samples are wrong on purpose. */
const LEFT_OUT = /^test\/(?:recorded|bad-samples)\//;

const sourcesIn = async (root: string, patterns: string | readonly string[]): Promise<string[]> =>
  (await filesIn(root, patterns)).filter((path) => !LEFT_OUT.test(path));

const textOf = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The service worker is left out, as specification 8 says; the type check reads it. */
export async function scriptProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourcesIn(root, '**/*.{js,mjs,cjs,ts}')) {
    if (/^sw\.[jt]s$/.test(path)) continue;
    const text = await textOf(root, path);
    const [error] = parseSync(path, text).errors;
    if (error === undefined) continue;
    const line = lineAt(text, error.labels[0]?.start ?? 0);
    problems.push(`${path}:${line}: not a valid script: ${error.message}`);
  }
  return problems;
}

export async function jsonProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourcesIn(root, ['**/*.{json,webmanifest}', '.*.json'])) {
    const text = await textOf(root, path);
    try {
      JSON.parse(text);
    } catch {
      const [first] = syntaxProblems(text);
      const line = first?.line ?? lineAt(text, text.length);
      problems.push(`${path}:${line}: not valid JSON${first ? `: ${first.problem}` : ''}`);
    }
  }
  return problems;
}

/** Folders whose names begin with a dot are only found by name. */
const YAML_FILES = ['**/*.{yml,yaml}', '.{gitea,github}/**/*.{yml,yaml}'];

export async function yamlProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourcesIn(root, YAML_FILES))
    for (const { errors, warnings } of parseAllDocuments(await textOf(root, path), { prettyErrors: true }))
      for (const { linePos, message } of [...errors, ...warnings])
        problems.push(`${path}:${linePos?.[0].line ?? 1}: not valid YAML: ${firstLine(message)}`);
  return problems;
}

/** The library adds the place and a picture of the line. */
const firstLine = (message: string): string => message.split(/ at line \d|\n/)[0] ?? message;

/** Compiles every file that it is given, and runs none. */
const COMPILE = `
import sys
for path in sys.argv[1:]:
    try:
        compile(open(path, 'rb').read(), path, 'exec')
    except (SyntaxError, ValueError) as error:
        print(f'{path}:{getattr(error, "lineno", None) or 1}: not valid Python: {getattr(error, "msg", error)}')
`;

export async function pythonProblems(root: string): Promise<string[]> {
  const paths = await sourcesIn(root, '**/*.py');
  if (paths.length === 0) return [];
  const { status, stdout, error } = spawnSync('python3', ['-I', '-W', 'ignore', '-c', COMPILE, ...paths], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    console.log(`not checked: ${paths.length} Python files, as this machine has no python3`);
    return [];
  }
  if (status !== 0) throw new Error('python3 did not end well', { cause: error });
  return stdout.split('\n').filter((line) => line !== '');
}

/** `a.sh: line 3: syntax error near …` */
const BASH_ERROR = /^.*?: line (\d+): (.*)$/m;

/** Also the ones without an ending. */
export const SHELL_FILES: readonly string[] = ['**/*.sh', '.ci/*', 'ci/hooks/*'];

export async function shellProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourcesIn(root, SHELL_FILES)) {
    const { status, stderr } = spawnSync('bash', ['-n', path], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status === 0) continue;
    const [, line = '1', message = stderr.trim()] = BASH_ERROR.exec(stderr) ?? [];
    problems.push(`${path}:${line}: not valid shell: ${message}`);
  }
  return problems;
}
