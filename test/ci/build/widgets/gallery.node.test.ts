import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'parse5';
import { fillGallery } from '../../../../ci/build/widgets/gallery.ts';
import { attributes } from '../../../../ci/build/widgets/manifest.ts';
import { controls, galleryWidgets } from '../../../../components/gallery/controls.ts';
import { badgeNames } from '../../../../harness/gateway/badges/badge.ts';
import { embedNames } from '../../../../harness/gateway/syndication/embeds.ts';
import { folderWith } from '../../folder.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** The tags that `embed.ts` lists, each with the file of its class. */
const listed = [...read('embed.ts').matchAll(/'(hw-[\w-]+)': \(\) => import\('\.\/([^']+)'\)/g)].map(
  ([, tag = '', path = '']) => ({ tag, path }),
);

describe('the gallery', () => {
  it('has every widget of embed.ts, and no other', () => {
    assert.ok(listed.length > 8);
    assert.deepEqual(Object.keys(galleryWidgets).toSorted(), listed.map(({ tag }) => tag).toSorted());
  });

  it('has controls only for attributes that the widget has', () => {
    const shared = attributes.map(({ name }) => name);
    for (const { tag, path } of listed) {
      const own = [...read(path).matchAll(/^ \* @attr (?:\{[^}]*\} )?([\w-]+)/gm)].map(([, name]) => name);
      for (const name of galleryWidgets[tag]?.controls ?? [])
        assert.ok(shared.includes(name) || own.includes(name), `${tag} has no ${name}`);
      for (const name of own)
        assert.ok(name !== undefined && name in controls, `${tag}: no control for ${name}`);
    }
  });

  it('is filled with each widget, its description and its code, and says in which forms there is more', async (t) => {
    const dist = folderWith(t, {});
    const html = await fillGallery(read('widgets.html'), dist);
    parse(html, { onParseError: ({ code, startLine }) => assert.fail(`${code} in line ${startLine}`) });
    assert.doesNotMatch(html, /<!-- (?:links|widgets|embed) -->|script="|integrity="/);
    for (const { tag } of listed) {
      const [section = ''] = new RegExp(`<section id="${tag}">[^]*?</section>`).exec(html) ?? [];
      assert.match(section, /<\/h2>\s*<p>[^<]{10,}\.?<\/p>/, `${tag} is described`);
      assert.match(
        section,
        new RegExp(`<pre><code>[^<]*\n&lt;${tag} src=[^<]*</code></pre>`),
        `${tag} has code`,
      );
      const name = tag.replace('hw-', '');
      assert.equal(
        section.includes(' frame="'),
        embedNames.some((one) => one === name),
        `${tag}: frame`,
      );
      assert.equal(section.includes(` badge="${name}"`), badgeNames.includes(name), `${tag}: badge`);
      assert.ok(html.includes(`<a href="#${tag}">`), `${tag} has a link`);
    }
  });

  it('names the fixed script that the build has made', async (t) => {
    const dist = folderWith(t, {});
    const script = 'assets/widgets-1/embed.js';
    writeFileSync(join(dist, 'embed.json'), JSON.stringify({ script, integrity: { [script]: 'sha384-a' } }));
    const html = await fillGallery('<!-- widgets -->', dist);
    assert.equal(html.split(` script="${script}" integrity="sha384-a"`).length - 1, listed.length);
  });
});
