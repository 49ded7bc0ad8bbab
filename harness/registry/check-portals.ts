import { type Node, findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import * as v from 'valibot';
import { MAX_BODY_BYTES } from '../../data/core/http.ts';
import { firstIssue } from '../../data/core/json.ts';
import { fromLegacy } from '../../data/readings/schemas/legacy-portal.ts';
import { isSpare } from '../../data/readings/schemas/portal-state.ts';
import { type PortalRecord, portalRecord } from '../../data/readings/schemas/portal.ts';
import { portalsFile } from '../../data/readings/sources/portal-states.ts';
import { destinationUrl } from '../../data/travel/destination.ts';
import { SELF_BASE } from '../outbound/self-fetch.ts';
import { isNote, lineAt, nearestNode, syntaxProblems } from '../core/json-file.ts';
import { fixOf } from './portal-fixes.ts';

/** What a defect of the registry does to the home. */
export type Effect = 'file' | 'record' | 'field' | 'twice' | 'closed' | 'note';

/** A defect of a registry. */
export interface RegistryProblem {
  readonly line: number;
  /** As in `[2].destination.url`; empty for the file itself. */
  readonly path: string;
  /** The id of the portal, if it has one. */
  readonly portal?: string | undefined;
  readonly effect: Effect;
  readonly problem: string;
  readonly fix: string;
}

/** One entry of the list: where it stands, and whether the home shows it. */
export interface RegistryEntry {
  readonly node: Node;
  readonly portal: string | undefined;
  readonly isShown: boolean;
}

interface CheckedRegistry {
  readonly problems: readonly RegistryProblem[];
  /** Empty if the file is no list. */
  readonly entries: readonly RegistryEntry[];
}

type Path = readonly (string | number)[];

const pathText = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

/** Collects the problems of one file, each with its line. */
class Problems {
  readonly list: RegistryProblem[] = [];
  readonly #text: string;
  readonly #root: Node;

  constructor(text: string, root: Node) {
    this.#text = text;
    this.#root = root;
  }

  add(path: Path, problem: Omit<RegistryProblem, 'line' | 'path'>, node?: Node): void {
    const { offset } = node ?? nearestNode(this.#root, path);
    this.list.push({ line: lineAt(this.#text, offset), path: pathText(path), ...problem });
  }
}

const wholeFile = (line: number, problem: string, fix: string): RegistryProblem => ({
  line,
  path: '',
  effect: 'file',
  problem,
  fix,
});

const known: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(portalRecord.entries),
  destination: Object.keys(portalRecord.entries.destination.entries),
};

/**
 * Adds a problem for each field that is written twice, which JSON permits, and for each field that the home
 * does not know.
 */
function nameProblems(problems: Problems, node: Node, path: Path, portal: string | undefined): void {
  const names = new Set<string>();
  const inRecord = path.slice(1).join('.');
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const name = String(key?.value);
    const here = [...path, name];
    if (names.has(name))
      problems.add(
        here,
        {
          portal,
          effect: 'twice',
          problem: 'the field is there twice',
          fix: 'Remove the first of them: the last one counts.',
        },
        key,
      );
    names.add(name);
    if (known[inRecord]?.includes(name) === false && !isNote(name))
      problems.add(
        here,
        {
          portal,
          effect: 'note',
          problem: 'the home does not know this field',
          fix: 'Correct its name if it is misspelled; if it is yours, there is nothing to do.',
        },
        key,
      );
    if (value?.type === 'object') nameProblems(problems, value, here, portal);
  }
}

/** Checks one entry of the list. Returns whether the home shows it. */
function checkEntry(problems: Problems, node: Node, index: number, portal: string | undefined): boolean {
  const raw: unknown = getNodeValue(node);
  const result = v.safeParse(portalRecord, fromLegacy(raw));
  if (node.type === 'object') nameProblems(problems, node, [index], portal);
  const issues = result.success ? [] : result.issues;
  const fieldsOf = (issue: v.BaseIssue<unknown>): Path =>
    issue.path?.map(({ key }) => (typeof key === 'number' ? key : String(key))) ?? [];
  const isShown = issues.every((issue) => isSpare(String(fieldsOf(issue)[0] ?? '')));
  for (const issue of issues) {
    const path = fieldsOf(issue);
    const isField = isSpare(String(path[0] ?? ''));
    const issueText = firstIssue([issue]);
    // Removes the path from the beginning of the text, because the problem has the path separately.
    const problem = path.length > 0 ? issueText.replace(/^[^:]*: /, '') : issueText;
    problems.add([index, ...path], {
      portal,
      effect: isField ? 'field' : 'record',
      problem,
      fix: fixOf(path),
    });
  }
  if (result.success) destinationProblem(problems, node, index, result.output);
  return isShown;
}

/**
 * Adds a problem if the parser accepts a portal that no visitor can enter, because its destination is no address.
 */
function destinationProblem(problems: Problems, node: Node, index: number, record: PortalRecord): void {
  const closed = (path: readonly string[], problem: string): void =>
    problems.add([index, ...path], { portal: record.id, effect: 'closed', problem, fix: fixOf(path) });
  const { url } = record.destination;
  if (findNodeAtLocation(node, ['destination'])?.type === 'array')
    closed(['destination'], 'it is a list in place of an object');
  else if (url !== undefined && !destinationUrl(url, SELF_BASE))
    closed(['destination', 'url'], 'it is neither an http(s) address nor a path of this home');
}

const idOf = (node: Node): string | undefined => {
  const raw: unknown = getNodeValue(node);
  const id: unknown = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined;
  return typeof id === 'string' && id !== '' ? id.slice(0, 64) : undefined;
};

/**
 * Returns why the text as a whole cannot be used. `root` is undefined if its parts cannot be checked either.
 */
function fileProblems(text: string): {
  readonly problems: RegistryProblem[];
  readonly root?: Node | undefined;
} {
  if (Buffer.byteLength(text) > MAX_BODY_BYTES)
    return {
      problems: [
        wholeFile(
          1,
          `the file has more than ${MAX_BODY_BYTES / 1_000_000} MB`,
          'Remove what no portal needs.',
        ),
      ],
    };
  if (text.trim() === '') return { problems: [wholeFile(1, 'the file is empty', 'Write a list: [ ].')] };
  const syntax = syntaxProblems(text);
  const problems = syntax.map(({ line, problem }) =>
    problem === 'invalid comment token'
      ? wholeFile(
          line,
          'a comment, which JSON does not have',
          'Write it as a field, such as "_note": "…", or remove it.',
        )
      : wholeFile(line, `not valid JSON: ${problem}`, 'Correct this line; an editor marks the place.'),
  );
  const isComment = ({ problem }: { readonly problem: string }): boolean =>
    problem === 'invalid comment token';
  const root = parseTree(text);
  if (!root || !syntax.every(isComment)) return { problems };
  if (root.type !== 'array')
    problems.push(
      wholeFile(lineAt(text, root.offset), 'it is not a list of portals', 'Put the portals into [ and ].'),
    );
  const { length } = root.children ?? [];
  if (root.type === 'array' && !v.is(portalsFile, root.children ?? []))
    problems.push(
      wholeFile(1, `the list has ${length} entries, more than 200`, 'Remove portals until 200 are left.'),
    );
  return { problems, root };
}

/**
 * Returns every defect of a registry, found with the parser that pages and server use. If several portals
 * have the same id, only the first one is shown, as in the home. The text must not begin with a byte-order
 * mark.
 */
export function checkRegistry(text: string): CheckedRegistry {
  const { problems: ofFile, root } = fileProblems(text);
  if (root?.type !== 'array') return { problems: ofFile, entries: [] };
  const problems = new Problems(text, root);
  const shown = new Set<string>();
  const entries = (root.children ?? []).map((node, index) => {
    const portal = idOf(node);
    let isShown = checkEntry(problems, node, index, portal);
    if (isShown && portal !== undefined && shown.has(portal)) {
      isShown = false;
      const problem = 'another portal before it has the same id';
      problems.add([index, 'id'], {
        portal,
        effect: 'record',
        problem,
        fix: 'Give each portal an id of its own.',
      });
    }
    if (isShown && portal !== undefined) shown.add(portal);
    return { node, portal, isShown };
  });
  return { problems: [...ofFile, ...problems.list], entries };
}
