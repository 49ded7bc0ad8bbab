import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { askKinds, askStates, choices } from '../../data/asks/ask.ts';
import { MAX_SENT_CHARACTERS, changesWays, sentDiff } from '../../data/changes/changes.ts';
import {
  MAX_LETTER_CHARACTERS,
  MAX_QUEUE,
  letterBody,
  letterStates,
  letterWays,
} from '../../data/letters/letter.ts';
import { usageAnswer, usageSources, usageWindows } from '../../data/usage/usage.ts';
import { HISTORY_SPANS } from '../../data/readings/schemas/history.ts';
import { sessionReport } from '../../harness/agent-sessions/session-report.ts';
import { asked } from '../../harness/asks/asked.ts';
import { letterMoments, letterPart } from '../../harness/letters/letter-part.ts';
import { statusLine } from '../../harness/usage/status-line.ts';
import { badgeNames } from '../../harness/gateway/badges/badge.ts';
import { readBadgeOptions } from '../../harness/gateway/badges/badge-formats.ts';
import { embedNames } from '../../harness/gateway/syndication/embeds.ts';
import { documentNames } from '../../harness/gateway/syndication/reading-documents.ts';
import { defaultServerConfig, parseServerConfig } from '../../harness/config/server-config.ts';
import { legacyPortal } from '../helpers/sources.ts';
import { setReadings } from './gateway/syndication/readings.ts';
import { type TestHome, startHome } from './helpers.ts';
import { postJson } from './requests.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, body = '']) => body,
  );
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the page about readings elsewhere', () => {
  let home: TestHome;
  before(async () => {
    home = await startHome({ settings: { frameAncestors: ['*'] } });
    // What the home watches comes from its own file.
    await writeFile(join(home.folder, 'public/portals.json'), JSON.stringify([legacyPortal('garden')]));
    await home.app.home.checkPortals();
    const { state } = home.app.home;
    setReadings(state, Date.now());
    const config = state.config.get();
    state.config.set({ ...config, codeHost: { ...config.codeHost, agents: ['Ada'] } });
    const reading = { state: 'live', source: 'x', fetchedAt: Date.now() } as const;
    state.readings.portalRecords.set({
      ...reading,
      value: [{ id: 'garden', name: 'Garden', description: '', status: 'online', destination: {} }] as never,
    });
  });
  after(() => home.close());
  const here = (text: string): string => text.replaceAll('https://home.example', home.url);

  it('has commands that run', { skip: !hasCurl && 'this machine has no curl' }, async () => {
    const commands = blocks('sh');
    assert.ok(commands.length >= 5);
    for (const command of commands) {
      const { stdout } = await promisify(execFile)('/bin/sh', [
        '-euc',
        here(command).replace('curl', 'curl -sS --fail'),
      ]);
      assert.match(stdout, /"schema":1|^<\?xml|"version":"1\.0"|^HTTP\/1\.1 200/, command);
    }
  });

  it('has images and frames whose addresses answer', async () => {
    const addresses = blocks('html').flatMap((html) =>
      [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at = '']) => at),
    );
    assert.ok(addresses.length >= 5);
    for (const address of addresses) {
      const url = address.startsWith('https://img.shields.io/')
        ? (new URL(address).searchParams.get('url') ?? '')
        : address;
      const { status } = await fetch(here(url));
      assert.equal(status, 200, address);
    }
  });

  it('names every field of an ask, and every state and choice of its answer', async () => {
    const [example = ''] = [...page.matchAll(/-d '(\{"kind".*\})'/g)].map(([, json = '']) => json);
    v.parse(asked, JSON.parse(example));
    for (const name of [...Object.keys(asked.entries), ...askKinds, ...askStates.slice(1), ...choices])
      assert.ok(page.includes(`\`${name}\``), name);
    const key = home.app.home.keys.agents.add('docs') ?? '';
    const body = { ...(JSON.parse(example) as object), seconds: 1 };
    const sent = await postJson(`${home.url}/api/asks`, body, { 'x-home-world-key': key });
    assert.deepEqual(await sent.json(), { state: 'undecided' });
  });

  it('names every field of letters, and every moment, way and state', async () => {
    const [example = ''] = blocks('json letters');
    const sent = JSON.parse(example) as { letters: unknown };
    v.parse(sessionReport, sent);
    v.parse(letterPart, sent.letters);
    const names = [...Object.keys(letterPart.entries), ...Object.keys(letterBody.entries)];
    for (const name of [...names, ...letterMoments, ...letterWays, ...letterStates])
      assert.ok(page.includes(`\`${name}\``), name);
    assert.ok(page.includes(`at most ${MAX_LETTER_CHARACTERS.toLocaleString('en')} characters`));
    assert.ok(page.includes(`has ${MAX_QUEUE} in its queue`));
  });

  it('names every field of what a session has changed', () => {
    const [example = ''] = blocks('json changes');
    const { changes } = JSON.parse(example) as { changes: object };
    const { notShown } = v.parse(sentDiff, changes);
    for (const name of [
      ...Object.keys(changes),
      ...Object.keys(notShown[0] ?? {}),
      'problem',
      ...changesWays,
    ])
      assert.ok(page.includes(`\`${name}\``), name);
    assert.ok(page.includes(`at most ${MAX_SENT_CHARACTERS.toLocaleString('en')} characters`));
  });

  it('names every field of usage, and its example is taken', async () => {
    const [example = ''] = blocks('json usage');
    v.parse(statusLine, JSON.parse(example));
    const { entries } = usageAnswer;
    const names = [
      ...Object.keys(entries),
      ...[entries.rows, entries.sessions.pipe[0], entries.limits].flatMap(({ item }) =>
        Object.keys(item.entries),
      ),
      ...usageSources,
      ...usageWindows,
    ];
    for (const name of names) assert.ok(page.includes(`\`${name}\``), name);
  });

  it('shows a reading with the fields that it has', async () => {
    const [example = ''] = blocks('json reading');
    const shown = JSON.parse(example) as Record<string, unknown>;
    const real = (await (await fetch(`${home.url}/api/readings/weather.json`)).json()) as typeof shown;
    assert.deepEqual(Object.keys(shown), Object.keys(real));
    assert.deepEqual([shown['text'], shown['value']], [real['text'], real['value']]);
  });

  it('names every reading, badge, widget and value of a parameter', () => {
    const readingTable = page.slice(page.indexOf('| reading | `value` |'), page.indexOf('### Asking again'));
    for (const name of documentNames) assert.ok(readingTable.includes(`| \`${name}\` |`), name);
    for (const name of [...badgeNames, ...embedNames]) assert.ok(page.includes(`\`${name}\``), name);
    for (const span of HISTORY_SPANS) assert.ok(page.includes(`\`${span}\``), span);
    for (const parameter of ['color', 'style'] as const) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${parameter}\` |`)) ?? '';
      const sentence = readBadgeOptions({ [parameter]: 'no such value' });
      assert.ok(typeof sentence === 'string');
      const values = sentence.split('one of: ')[1]?.replace('.', '').split(', ') ?? [];
      assert.ok(values.length >= 5);
      for (const value of values) assert.ok(row.includes(`\`${value}\``), value);
    }
  });

  it('has a setting that config.json takes', () => {
    const [example = ''] = blocks('json');
    const raw = v.parse(v.record(v.string(), v.unknown()), JSON.parse(example));
    assert.deepEqual(parseServerConfig(raw), { config: { ...defaultServerConfig, ...raw }, problems: [] });
  });
});
