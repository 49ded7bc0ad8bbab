import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { firstIssue } from '../../data/core/json.ts';
import { errorMessage, sentence } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import { adaptersFile } from '../../data/readings/schemas/adapters.ts';
import { agentStatusFile } from '../../data/readings/schemas/agent-status.ts';
import { sovereigntyFile } from '../../data/readings/schemas/sovereignty.ts';
import { visionFile } from '../../data/readings/schemas/vision.ts';
import { parseAdapters } from '../../data/readings/sources/adapters.ts';
import type { Records } from '../../data/readings/sources/each-record.ts';
import { parseVision } from '../../data/readings/sources/vision.ts';
import { syntaxProblem, withoutMark } from '../core/json-file.ts';
import { checkRegistry } from '../registry/check-portals.ts';
import { codeOf } from '../core/user-error.ts';
import { type Finding, ok, problem } from './finding.ts';

/** What is wrong with the content of a file; undefined if nothing is. */
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

/** The text of a file of the owner; undefined if there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return withoutMark(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function jsonProblem(text: string, check: Check): string | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return syntaxProblem(text);
  }
  return check(raw);
}

async function checkFile(folder: string, name: string, check: Check): Promise<readonly Finding[]> {
  try {
    const text = await textOf(join(folder, name));
    if (text === undefined) return [];
    const wrong = jsonProblem(text, check);
    return [
      wrong === undefined
        ? ok(name, 'Every record is right.')
        : problem(
            name,
            sentence(`${name}: ${wrong}`),
            'Correct the file; docs/configuration.md has its fields.',
          ),
    ];
  } catch (error) {
    return [
      problem(name, `${name} cannot be read: ${errorMessage(error)}.`, 'Make it readable for this user.'),
    ];
  }
}

async function checkPortals(folder: string): Promise<readonly Finding[]> {
  const name = 'portals.json';
  try {
    const text = await textOf(join(folder, name));
    if (text === undefined) return [];
    const wrong = checkRegistry(text).problems.filter(({ effect }) => effect !== 'note');
    return [
      wrong.length === 0
        ? ok(name, 'Every portal is right.')
        : problem(
            name,
            `${counted(wrong.length, 'problem')} in the list of portals.`,
            'Run “home-world portals check”.',
          ),
    ];
  } catch (error) {
    return [
      problem(name, `${name} cannot be read: ${errorMessage(error)}.`, 'Make it readable for this user.'),
    ];
  }
}

/** Checks the files of the owner that are there, with the parsers of the pages. */
export async function checkOwnerFiles(folder: string): Promise<readonly Finding[]> {
  const others = Object.entries(checks).map(([name, check]) => checkFile(folder, name, check));
  return (await Promise.all([checkPortals(folder), ...others])).flat();
}
