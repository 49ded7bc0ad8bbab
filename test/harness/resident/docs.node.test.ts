import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { passageWith, sectionQuestions, sectionsOf } from '../../../harness/resident/docs-sections.ts';
import { Docs, askedStems } from '../../../harness/resident/docs.ts';
import { DOCS_QUESTIONS_FILE, readDocs, readPages } from '../../../harness/resident/model/resident-setup.ts';
import { questionWords } from '../../../harness/resident/words.ts';

const PAGE = `# Garden

Water it, see
[the pump](pump.md#hand). ![A pump](pump.png)

| plant | month | light | soil |
|---|---|---|---|
| \`leek\` | may | sun | |

## Pruning apple trees

Cut in winter:

\`\`\`sh
# not a heading

prune --all
\`\`\`

- **Ladder**: it stands
  on the grass
- gloves

### In spring

Leave the apple trees alone.

## For developers

The tree is red-black.
`;

test('a name that the docs do not have is searched with their words', () => {
  const own = new Docs({
    'docs/page.md': '# Page\n\n## Reading\n\nA screen reader reads it.\n\n## Size\n\nA phone is small.',
  });
  assert.equal(own.find(['nvda'])[0]?.section.heading, 'Reading');
  assert.equal(own.find(['small'], [], ['samsung'])[0]?.section.heading, 'Size');
  assert.deepEqual([askedStems('nvda'), askedStems('whole')], [['screen', 'reader'], []]);
});

describe('a page of the docs', () => {
  const sections = sectionsOf('docs/garden.md', PAGE);

  test('has a section for each heading, without links and pictures', () => {
    assert.deepEqual(
      sections.map(({ above, heading, passages }) => [above, heading, passages]),
      [
        ['', 'Garden', ['Water it, see the pump. ', '- **`leek`**: month: may; light: sun']],
        [
          'Garden',
          'Pruning apple trees',
          [
            'Cut in winter:\n\n```sh\n# not a heading\n\nprune --all\n```',
            '- **Ladder**: it stands on the grass',
            '- gloves',
          ],
        ],
        ['Garden Pruning apple trees', 'In spring', ['Leave the apple trees alone.']],
      ],
    );
  });

  test('has no code of more than a few lines', () => {
    const code = ['# Code', '', '```js', ...Array.from({ length: 30 }, (_, at) => `line(${at});`), '```'];
    const [passage = ''] = sectionsOf('docs/code.md', code.join('\n'))[0]?.passages ?? [];
    assert.match(passage, /^```js\nline\(0\);\n[^]*\n…\n```$/);
    assert.equal(passage.split('\n').length, 16);
  });
});

describe('a search of the docs', () => {
  const docs = new Docs({
    'docs/garden.md': PAGE,
    'docs/shed.md': '# Shed\n\nA ladder, a pump and a spade.\n\n## Backup and restore\n\nCopy the shed.',
  });
  const best = (text: string, near: readonly string[] = []) => docs.find(text.split(' '), near)[0];

  test('finds words with other endings, and two words that are one in the docs', () => {
    assert.equal(best('how do I prune an apple tree')?.section.heading, 'Pruning apple trees');
    assert.equal(best('how do I back up')?.section.heading, 'Backup and restore');
    assert.equal(best('restoring')?.section.heading, 'Backup and restore');
    assert.equal(best('zebra'), undefined);
  });

  test('tells how much of the question and of the heading is found', () => {
    const found = best('prune the apple trees');
    assert.deepEqual([found?.words.length, found?.share, found?.isTitled], [3, 1, true]);
    const half = best('restore the zebra');
    assert.ok(half && half.coverage < 0.6 && !half.isTitled);
    assert.equal(best('cut with gloves')?.passage, 0);
    assert.equal(best('gloves')?.passage, 2);
  });

  test('prefers the pages that the conversation names', () => {
    assert.equal(best('pump spade', ['docs/shed.md'])?.section.page, 'docs/shed.md');
    assert.deepEqual([best('ladder')?.passage, best('ladder')?.isRow], [1, true]);
  });

  test('takes the words of the conversation for less than those of the question', () => {
    assert.equal(docs.find(['copy'], [], ['ladder'])[0]?.section.heading, 'Backup and restore');
    assert.equal(docs.find(['pump'], [], ['spade'])[0]?.section.heading, 'Shed');
  });

  test('takes a heading of two topics for either, and no circumstance for a topic', () => {
    assert.equal(best('backup the shed')?.share, 1);
    assert.equal(best('restore before pruning the apple trees')?.section.heading, 'Backup and restore');
    assert.equal(best('back it up')?.section.heading, 'Backup and restore');
  });

  test('tells whether a section has the rarest word', () => {
    assert.equal(best('prune the apple trees')?.hasRarest, true);
    const trees = docs.find('cut the trees with a spade'.split(' '));
    assert.equal(trees.find(({ section }) => section.heading === 'In spring')?.hasRarest, false);
  });

  test('has the pages of the home', async () => {
    const own = await readDocs();
    assert.equal(own?.find(['captions'])[0]?.section.heading, 'Captions and controls');
  });
});

describe('the questions of the sections', () => {
  test('are found beside the text, and those of a row lead to that row', () => {
    const questions = `# a comment
[garden.md > Pruning apple trees]
where are the secateurs

[garden.md > Garden > \`leek\`]
what about that onion thing
`;
    const docs = new Docs({ 'docs/garden.md': PAGE }, questions);
    const found = docs.nearest('where did you put the secateurs'.split(' '));
    assert.deepEqual([found?.section.heading, found?.alike], ['Pruning apple trees', 1]);
    const row = docs.nearest('is there an onion thing'.split(' '));
    assert.deepEqual(row?.section.passages, ['- **`leek`**: month: may; light: sun']);
    assert.equal(docs.nearest('zebra'.split(' '))?.alike ?? 0, 0);
  });

  test('go on with the conversation only if they have a word of it', () => {
    const docs = new Docs(
      { 'docs/garden.md': PAGE },
      '[garden.md > Garden]\nwhy is the pump dry and rusty\n',
    );
    const alike = (topic: string) => docs.nearest('why is it dry'.split(' '), topic.split(' '))?.alike ?? 0;
    assert.ok(alike('pump') > 0.5);
    assert.equal(alike('spade'), 0);
  });

  test('name sections and rows that exist', async () => {
    const pages = await readPages();
    const sections = Object.entries(pages).flatMap(([page, text]) => sectionsOf(page, text));
    const lost = sectionQuestions(await readFile(DOCS_QUESTIONS_FILE, 'utf8')).filter(
      ({ page, heading, begin }) =>
        !sections.some((one) => one.page === page && one.heading === heading && passageWith(one, begin) >= 0),
    );
    assert.deepEqual(lost, []);
  });

  test('find the section of a question that is left out: for a third first, for half among three', async () => {
    const pages = await readPages();
    const lines = (await readFile(DOCS_QUESTIONS_FILE, 'utf8')).split('\n');
    const isLeftOut = (line: string): boolean =>
      /^[^[#]/.test(line) && (createHash('sha256').update(line).digest()[0] ?? 0) % 8 === 0;
    const others = new Docs(pages, lines.filter((line) => !isLeftOut(line)).join('\n'));
    const ranks = sectionQuestions(lines.join('\n'))
      .filter(({ text }) => isLeftOut(text))
      .map(({ page, heading, text }) =>
        others
          .find(questionWords(text))
          .findIndex(({ section }) => section.page === page && section.heading === heading),
      );
    const shareOf = (below: number): number =>
      ranks.filter((rank) => rank >= 0 && rank < below).length / ranks.length;
    assert.ok(shareOf(1) > 0.3, `${shareOf(1)} first`);
    assert.ok(shareOf(3) > 0.5, `${shareOf(3)} among three`);
  });
});
