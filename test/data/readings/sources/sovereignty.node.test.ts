import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Config, defaultConfig } from '../../../../data/config/config.ts';
import { countFromConfig, sovereigntyOrCount } from '../../../../data/readings/sources/sovereignty.ts';
import {
  countParts,
  foreignPart,
  isSameDomain,
  ownPart,
} from '../../../../data/readings/sovereignty-count.ts';
import { causeOf, gatewayIo, outcomeOf } from '../../../helpers/sources.ts';
import { serveFiles } from '../../../helpers/upstreams.ts';

const parts = (config: Config, base: string) =>
  (countFromConfig(config, base).parts ?? []).map(({ name, own }) => [name, own]);

test('counts from the configuration where a static host has no status file', async () => {
  await using host = await serveFiles({});
  const outcome = await outcomeOf(sovereigntyOrCount, defaultConfig, gatewayIo(`${host.url}/`));
  const counted = countFromConfig(defaultConfig, `${host.url}/`);
  assert.deepEqual(outcome, {
    kind: 'value',
    value: { ...counted, label: `${counted.label}, by config.json` },
  });
});

test('an owner’s file wins, and a bad one is an error', async () => {
  await using host = await serveFiles({ '/sovereignty-status.json': '{"score":91,"label":"own"}' });
  const home = gatewayIo(`${host.url}/`);
  const outcome = await outcomeOf(sovereigntyOrCount, defaultConfig, home);
  assert.deepEqual(outcome, { kind: 'value', value: { score: 91, label: 'own' } });
  host.files['/sovereignty-status.json'] = '{}';
  assert.match(
    await causeOf(outcomeOf(sovereigntyOrCount, defaultConfig, home)),
    /status file \(score: missing/,
  );
});

test('names what a page cannot know, and counts only the parts that the home has', () => {
  assert.deepEqual(parts(defaultConfig, 'https://me.github.io/home/'), [
    ['pages', null],
    ['weather', false],
    ['block height', false],
    ['relays', false],
  ]);
  assert.equal(countFromConfig(defaultConfig, 'https://me.github.io/home/').label, 'not own');
  const more: Config = {
    ...defaultConfig,
    bridge: { url: 'wss://bridge.home.example/' },
    codeHost: { ...defaultConfig.codeHost, url: 'https://git.home.example' },
    chain: { url: 'http://192.168.1.5:3006' },
    relays: [],
  };
  assert.deepEqual(parts(more, 'https://www.home.example/'), [
    ['pages', null],
    ['bridge', null],
    ['resident', null],
    ['commits', null],
    ['weather', false],
    ['block height', true],
  ]);
  assert.deepEqual(parts(more, 'http://localhost:8080/')[0], ['pages', true]);
});

test('says that a recording is one', () => {
  const recorded = countFromConfig({ ...defaultConfig, recorded: true }, 'https://demo.example/');
  assert.deepEqual(
    recorded.parts?.map(({ name, where }) => [name, where]).slice(1),
    ['commits', 'weather', 'block height', 'relays'].map((name) => [name, 'a recording']),
  );
});

test('calls a home in which half of the parts are the owner’s mostly own', () => {
  const [own, foreign] = [ownPart('pages', 'why'), foreignPart('weather', 'api.example.org', 'why')];
  assert.deepEqual(
    [[own], [own, foreign], [own, foreign, foreign], [foreign], []].map((parts) => {
      const { score, label } = countParts(parts);
      return [score, label];
    }),
    [
      [100, 'all own'],
      [50, 'mostly own'],
      [33, 'partly own'],
      [0, 'not own'],
      [0, 'not own'],
    ],
  );
});

test('takes two addresses for one domain only where they are the same', () => {
  assert.equal(isSameDomain('https://git.example.org/', 'https://home.example.org/'), true);
  assert.equal(isSameDomain('http://198.51.100.7/', 'http://203.0.100.7/'), false);
  assert.equal(isSameDomain('http://198.51.100.7:3000/', 'http://198.51.100.7/'), true);
});
