/**
 * The syntax checks of specification 8 for all files except the pages. Each function returns its problems as
 * `path:line: message`. oxfmt is no substitute: it also accepts JSON with comments, a variable that is
 * declared twice and YAML with the same key twice, and it does not read Python.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments, visit } from 'yaml';
import { lineAt, syntaxProblems } from '../../harness/core/json-file.ts';
import { filesIn } from '../files.ts';

/** Files that may have comments. oxfmt, TypeScript and the editor read them. */
const WITH_COMMENTS = new Set(['.vscode/settings.json', 'ci/pack/compile.tsconfig.json', 'tsconfig.json']);

/** `/folder/a.js:3` and, some lines later, `SyntaxError: …`. */
const NODE_ERROR = /:(\d+)\n[^]*?^(SyntaxError: .*)$/m;

/**
 * Checks all scripts except the service worker, as specification 8 says. TypeScript files are left out too,
 * because the TypeScript compiler checks them.
 */
export async function scriptProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, '**/*.{js,mjs,cjs}')) {
    if (path === 'sw.js') continue;
    const { status, stderr } = spawnSync(process.execPath, ['--check', path], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (status === 0) continue;
    const [, line = '1', message = stderr.trim()] = NODE_ERROR.exec(stderr) ?? [];
    problems.push(`${path}:${line}: not a valid script: ${message}`);
  }
  return problems;
}

export async function jsonProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  // A glob finds folders whose names begin with a dot only if the pattern names them.
  for (const path of await filesIn(root, ['{**/*,.*,.vscode/*}.json'])) {
    if (WITH_COMMENTS.has(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    try {
      JSON.parse(text);
    } catch (error) {
      const [first] = syntaxProblems(text);
      problems.push(`${path}:${first?.line ?? 1}: not valid JSON: ${first?.problem ?? String(error)}`);
    }
  }
  return problems;
}

export async function yamlProblems(root: string): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await filesIn(root, '{**,.gitea/**,.github/**}/*.{yml,yaml}')) {
    const text = await readFile(join(root, path), 'utf8');
    for (const document of parseAllDocuments(text)) {
      for (const { pos, message } of [...document.errors, ...document.warnings])
        // The message also contains the place and the text of the line; this part is cut off.
        problems.push(
          `${path}:${lineAt(text, pos[0])}: not valid YAML: ${message.split(/ at line \d/)[0] ?? ''}`,
        );
      visit(document, {
        Alias: (_, alias) => {
          if (alias.resolve(document) === undefined)
            problems.push(
              `${path}:${lineAt(text, alias.range?.[0] ?? 0)}: not valid YAML: no anchor &${alias.source}`,
            );
        },
      });
    }
  }
  return problems;
}

/** Compiles the files in its arguments as `python3 -m py_compile` does, but leaves no compiled files behind. */
const COMPILE = `
import sys
for path in sys.argv[1:]:
    try:
        compile(open(path, 'rb').read(), path, 'exec')
    except (SyntaxError, ValueError) as error:
        print(f'{path}:{getattr(error, "lineno", None) or 1}: not valid Python: {getattr(error, "msg", error)}')
`;

export async function pythonProblems(root: string): Promise<string[]> {
  const paths = await filesIn(root, '**/*.py');
  if (paths.length === 0) return [];
  const { status, stdout } = spawnSync('python3', ['-I', '-W', 'ignore', '-c', COMPILE, ...paths], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== null) return stdout.split('\n').filter((line) => line !== '');
  console.log(`Not checked, because this machine has no python3: ${paths.join(', ')}`);
  return [];
}
