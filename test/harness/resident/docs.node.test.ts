import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sectionsOf } from '../../../harness/resident/docs-sections.ts';
import { Docs } from '../../../harness/resident/docs.ts';
import { readDocs } from '../../../harness/resident/model/resident-setup.ts';

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

describe('a page of the docs', () => {
  const sections = sectionsOf('docs/garden.md', PAGE);

  test('has a section for each heading, row and named item, without links and pictures', () => {
    assert.deepEqual(
      sections.map(({ above, heading, label, passages }) => [above, heading, label, passages]),
      [
        ['', 'Garden', '', ['Water it, see the pump. ']],
        ['', 'Garden', '`leek`', ['- **`leek`**: month: may; light: sun']],
        [
          'Garden',
          'Pruning apple trees',
          '',
          ['Cut in winter:\n\n```sh\n# not a heading\n\nprune --all\n```', '- gloves'],
        ],
        ['Garden', 'Pruning apple trees', 'Ladder', ['- **Ladder**: it stands on the grass']],
        ['Garden Pruning apple trees', 'In spring', '', ['Leave the apple trees alone.']],
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
    assert.deepEqual([found?.words, found?.coverage, found?.share], [3, 1, 1]);
    const half = best('restore the zebra');
    assert.ok(half && half.coverage < 0.5 && half.share > 0.3 && half.share < 0.7);
    assert.equal(best('cut with gloves')?.passage, 0);
    assert.equal(best('gloves')?.passage, 1);
  });

  test('prefers the pages that the conversation names', () => {
    assert.equal(best('pump spade', ['docs/shed.md'])?.section.page, 'docs/shed.md');
    assert.equal(best('ladder')?.section.label, 'Ladder');
  });

  test('has the pages of the home', async () => {
    const own = await readDocs();
    assert.equal(own?.find(['captions'])[0]?.section.page, 'docs/settings.md');
  });
});
