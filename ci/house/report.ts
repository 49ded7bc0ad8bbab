import { Visitor } from 'oxc-parser';
import { exportsForTests, foldersInCircles, importsOf } from './imports.ts';
import { ROOMS, type Source, roomOf } from './parse.ts';

/** Whether a file has only rows of data, which are not counted as code. */
const isTable = ({ path }: Source): boolean => /^ci\/mutants\/(?!table\.ts$)/.test(path);
const SMALL = 10;

const lengthOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** The number of lines with code: without empty lines and lines with only a comment. */
export function codeLines({ text, comments }: Source): number {
  // Starts at the end, so that the offsets of the remaining comments stay valid.
  const code = comments
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

function rowOf(name: string, sources: readonly Source[]): string {
  const lengths = sources.map(lengthOf).sort((a, b) => a - b);
  const figures = [
    sources.length,
    lengths.reduce((sum, length) => sum + length, 0),
    lengths[lengths.length >> 1] ?? 0,
    lengths.at(-1) ?? 0,
    sources.filter((source) => codeLines(source) <= SMALL).length,
  ];
  return name.padEnd(24) + figures.map((figure) => String(figure).padStart(9)).join('');
}

/** One row for each room, and a total without `ci/` and tests. */
export function tableOf(all: readonly Source[]): string {
  const sources = all.filter((source) => !isTable(source));
  const rooms = [...ROOMS, 'entries', 'test'];
  const head = ['files', 'lines', 'median', 'longest', `≤ ${SMALL}`].map((name) => name.padStart(9));
  return [
    'room'.padEnd(24) + head.join(''),
    ...rooms.map((room) =>
      rowOf(
        room,
        sources.filter(({ path }) => roomOf(path) === room),
      ),
    ),
    rowOf(
      'without ci and test',
      sources.filter(({ path }) => !/^(?:ci|test)\//.test(path)),
    ),
  ].join('\n');
}

/** The number of members of a class that other code can use. */
export function publicMembers(source: Source | undefined, name: string): number {
  let count = 0;
  if (source)
    new Visitor({
      ClassDeclaration({ id, body }) {
        if (id?.name !== name) return;
        const names = body.body.flatMap((member) => {
          if (!('key' in member) || member.key.type !== 'Identifier' || member.key.name === 'constructor')
            return [];
          return member.accessibility === 'private' || member.accessibility === 'protected'
            ? []
            : [member.key.name];
        });
        count = new Set(names).size;
      },
    }).visit(source.program);
  return count;
}

/** Figures for the coupling between the parts of the home. */
export function tiesOf(sources: readonly Source[]): ReadonlyMap<string, number> {
  const imports = sources.flatMap(importsOf);
  const isSource = (path: string): boolean => !['ci', 'test'].includes(roomOf(path));
  const ofState = imports.filter(
    ({ from, to, name }) => isSource(from) && to === 'data/state.ts' && name === 'State',
  );
  const home = sources.filter(({ path }) => isSource(path));
  return new Map([
    ['files that import the whole State', new Set(ofState.map(({ from }) => from)).size],
    [
      'public members of WorldScene',
      publicMembers(
        sources.find(({ path }) => path === 'world/core/scene/scene.ts'),
        'WorldScene',
      ),
    ],
    ['folders of harness in a circle', foldersInCircles(imports, 'harness').length],
    ['exports that only tests use', exportsForTests(home, imports).length],
  ]);
}
