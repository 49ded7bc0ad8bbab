import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Token, lexer } from 'marked';
import { parseSync } from 'oxc-parser';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { type Example, forms } from '../../../components/gallery/code.ts';
import { controls } from '../../../components/gallery/controls.ts';
import { readBadgeOptions } from '../../../harness/gateway/badges/badge-formats.ts';
import { readEmbedOptions } from '../../../harness/gateway/syndication/embeds.ts';

const example: Example = {
  tag: 'hw-weather',
  base: 'https://home.example/',
  attributes: [
    ['compact', ''],
    ['label', 'Over "us" & <you> [here]'],
    ['units', '°C'],
    ['heading-level', '3'],
    ['refresh', '600'],
  ],
  frame: { name: 'weather', width: '320', height: '160' },
  badge: 'weather',
  fixed: { script: 'assets/widgets-1/embed.js', integrity: 'sha384-abc' },
};
const codeOf = (name: string, given: Example = example): string =>
  forms.find((form) => form.name === name)?.code(given) ?? '';

type Element = DefaultTreeAdapterTypes.Element;
/** The elements of some HTML with their attributes, as a browser reads them. */
const elementsOf = (html: string): Record<string, Record<string, string>> =>
  Object.fromEntries(
    parseFragment(html)
      .childNodes.filter((node): node is Element => 'tagName' in node)
      .map(({ tagName, attrs }) => [
        tagName,
        Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
      ]),
  );

const widget = { src: 'https://home.example', ...Object.fromEntries(example.attributes) };

it('HTML has the style sheet, the script, and the widget with its attributes', () => {
  assert.deepEqual(elementsOf(codeOf('html')), {
    link: { rel: 'stylesheet', href: 'https://home.example/embed.css', crossorigin: '' },
    script: { type: 'module', src: 'https://home.example/embed.js' },
    'hw-weather': widget,
  });
});

it('the address of a home in a folder keeps its slash', () => {
  const code = codeOf('html', { ...example, base: 'https://example.org/home/' });
  assert.equal(elementsOf(code)['hw-weather']?.['src'], 'https://example.org/home/');
  assert.equal(elementsOf(code)['script']?.['src'], 'https://example.org/home/embed.js');
});

it('a checked script has the fixed address and its hash', () => {
  assert.deepEqual(elementsOf(codeOf('integrity')), {
    script: {
      type: 'module',
      src: 'https://home.example/assets/widgets-1/embed.js',
      crossorigin: '',
      integrity: 'sha384-abc',
    },
    'hw-weather': widget,
  });
});

it('a frame has an address that the gateway reads as the same options', () => {
  const { iframe } = elementsOf(codeOf('frame'));
  const url = new URL(iframe?.['src'] ?? '');
  assert.equal(url.origin + url.pathname, 'https://home.example/embed/weather');
  assert.deepEqual(readEmbedOptions(Object.fromEntries(url.searchParams)), {
    compact: '',
    label: 'Over "us" & <you> [here]',
    units: 'C',
    refresh: '600',
  });
  assert.equal(iframe?.['title'], 'Over "us" & <you> [here]');
});

it('the page for frames takes the longest text and the largest number of each control, and no more', () => {
  const takes = (name: string, value: string) => typeof readEmbedOptions({ [name]: value }) === 'object';
  for (const name of ['limit', 'refresh'] as const) {
    const { min, max } = controls[name];
    const taken = [min - 1, min, max, max + 1].map((number) => takes(name, String(number)));
    assert.deepEqual(taken, [false, true, true, false], name);
  }
  for (const name of ['of', 'label'] as const) {
    const { maxLength } = controls[name];
    const taken = [maxLength, maxLength + 1].map((length) => takes(name, 'x'.repeat(length)));
    assert.deepEqual(taken, [true, false], name);
  }
});

it('a badge is an image in Markdown with its label, and links to the heartbeat page', () => {
  const [paragraph] = lexer(codeOf('badge')) as (Token & { tokens?: Token[] })[];
  const [link] = (paragraph?.tokens ?? []) as (Token & { href: string; tokens: Token[] })[];
  assert.equal(link?.href, 'https://home.example/heartbeat.html');
  const [image] = link.tokens as (Token & { href: string })[];
  assert.equal(image?.type, 'image');
  const url = new URL(image.href);
  assert.equal(url.pathname, '/badge/weather.svg');
  const options = readBadgeOptions(Object.fromEntries(url.searchParams));
  assert.ok(typeof options === 'object', 'the gateway takes it');
  assert.equal(options.label, 'Over "us" & <you> [here]');
});

it('the code for the npm package is TypeScript with an element', () => {
  const { errors, module } = parseSync('page.tsx', codeOf('package'));
  assert.deepEqual(errors, []);
  assert.deepEqual(
    module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ['home-world-widgets', 'home-world-widgets/embed.css'],
  );
});

it('a widget without a frame, a badge or a fixed script has no code for them', () => {
  const bare = { tag: 'hw-history', base: 'https://home.example/', attributes: [] };
  assert.deepEqual(
    forms.filter(({ code }) => code(bare) !== undefined).map(({ name }) => name),
    ['html', 'package'],
  );
});
