import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { firstIssue } from '../../data/core/json.ts';
import { errorMessage, sentence } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import { adaptersFile, agentStatusFile, visionFile } from '../../data/readings/schemas/owner-files.ts';
import { sovereigntyFile } from '../../data/readings/schemas/sovereignty.ts';
import { parseAdapters, parseVision } from '../../data/readings/sources/owner-files.ts';
import type { Records } from '../../data/readings/sources/each-record.ts';
import { syntaxProblem, withoutMark } from '../core/json-file.ts';
import { checkRegistry } from '../registry/check-portals.ts';
import { codeOf } from '../core/user-error.ts';
import { type Finding, ok, problem } from './finding.ts';

/** What is wrong with the content of a file; undefined if nothing is wrong. */
type Check = (raw: unknown) => string | undefined;

const fits =
  (schema: v.GenericSchema): Check =>
  (raw) => {
    const result = v.safeParse(schema, raw);
    return result.success ? undefined : firstIssue(result.issues);
  };

const firstProblem = ({ problems: [first] }: Records<unknown>): string | undefined =>
  first && `${first.record}: ${first.reason}`;

const checks: Readonly<Record<string, Check>> = {
  'agent-status.json': fits(agentStatusFile),
  'sovereignty-status.json': fits(sovereigntyFile),
  'adapters.json': (raw) =>
    v.is(adaptersFile, raw) ? firstProblem(parseAdapters(raw.adapters)) : fits(adaptersFile)(raw),
  'vision.json': (raw) => (v.is(visionFile, raw) ? firstProblem(parseVision(raw)) : fits(visionFile)(raw)),
};

/** What is wrong with the text of a file; undefined if nothing is wrong. */
function problemIn(text: string, check: Check): string | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return syntaxProblem(text);
  }
  return check(raw);
}

const PORTALS = 'portals.json';
function portalsProblem(text: string): string | undefined {
  const wrong = checkRegistry(text).problems.filter(({ effect }) => effect !== 'note');
  return wrong.length === 0 ? undefined : counted(wrong.length, 'problem');
}

async function checkFile(folder: string, name: string): Promise<readonly Finding[]> {
  try {
    const text = withoutMark(await readFile(join(folder, name), 'utf8'));
    const check = checks[name];
    const wrong = check ? problemIn(text, check) : portalsProblem(text);
    if (wrong === undefined) return [ok(name, 'Every record is right.')];
    const fix = check
      ? 'Correct the file; docs/configuration.md has its fields.'
      : 'Run “home-world portals check”.';
    return [problem(name, sentence(`${name}: ${wrong}`), fix)];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    return [
      problem(name, `${name} cannot be read: ${errorMessage(error)}.`, 'Make it readable for this user.'),
    ];
  }
}

/** Checks the files of the owner that are there, with the parsers of the pages. */
export async function checkOwnerFiles(folder: string): Promise<readonly Finding[]> {
  const names = [PORTALS, ...Object.keys(checks)];
  return (await Promise.all(names.map((name) => checkFile(folder, name)))).flat();
}
