import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOT_CONFIGURED, PRIVATE, type Reading } from '../../../data/readings/reading.ts';
import type { AgentActivity, Commit, Sovereignty, Weather } from '../../../data/readings/records.ts';
import { absenceText, ageText, blockText, provenanceText, sizeText } from '../../../data/readings/format.ts';
import { configuredOrigin } from '../../../data/readings/readings-state.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { weatherText } from '../../../data/readings/format-weather.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import {
  sovereigntyPartsText,
  sovereigntyRows,
  sovereigntyTexts,
} from '../../../data/readings/format-sovereignty.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const live = <T>(value: T): Reading<T> => ({ state: 'live', source: 's', value, fetchedAt: NOW });
const failed: Reading<never> = {
  state: 'error',
  source: 'api.example',
  cause: 'api.example cannot be reached',
};
const loading: Reading<never> = { state: 'loading', source: 's' };
const empty: Reading<never> = { state: 'empty', source: 's', fetchedAt: NOW };

const weather: Weather = { temperatureF: 71.7, code: 1, label: 'Clear' };
const sovereignty: Sovereignty = { score: 72, label: 'mostly own' };
const agent = (status: AgentActivity['status']): AgentActivity => ({
  name: 'Timmy',
  status,
  lastCommitAt: NOW,
  issue: null,
  prsToday: null,
});
const commit: Commit = { sha: 'a', author: 'Timmy', authoredAt: NOW, title: 'Light the beam' };

describe('the words for readings', () => {
  it('show a size in kB, and from a million bytes in MB', () => {
    assert.deepEqual([1, 999_000, 1_000_000, 2_345_678].map(sizeText), [
      '1 kB',
      '999 kB',
      '1.0 MB',
      '2.3 MB',
    ]);
  });

  it('show the value of a field, ERROR after any failure, and a dash before the first answer', () => {
    assert.equal(weatherText(live(weather)), '71.7°F Clear');
    assert.equal(weatherText(failed), 'ERROR');
    assert.equal(weatherText(loading), '—');
    assert.equal(blockText(live(698767)), '698767');
    assert.equal(blockText(failed), 'ERROR');
  });

  it('tell what there is none of from what only the owner sees', () => {
    assert.equal(absenceText('OPEN WORK', empty), 'NO OPEN WORK');
    assert.equal(absenceText('OPEN WORK', { ...empty, cause: PRIVATE }), 'OPEN WORK: PRIVATE');
  });

  it('show the score in per cent and the label in capitals, or ERROR for both', () => {
    assert.deepEqual(sovereigntyTexts(live(sovereignty)), {
      score: '72%',
      label: 'MOSTLY OWN',
      level: 'mid',
    });
    assert.deepEqual(sovereigntyTexts(failed), {
      score: 'ERROR',
      label: 'ERROR',
      level: 'error',
    });
  });

  it('list the parts of the home that the owner runs', () => {
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'bridge', own: true, where: '' },
      { name: 'commits', own: false, where: '' },
      { name: 'weather', own: false, where: 'api.open-meteo.com', why: 'The forecast comes from there.' },
      { name: 'relays', own: null, where: 'relay.example' },
    ];
    assert.equal(
      sovereigntyPartsText(live({ ...sovereignty, parts })),
      '2 of 5 parts are the owner’s own: pages, bridge; not own: commits, weather (api.open-meteo.com); not known: relays (relay.example)',
    );
    assert.deepEqual(
      sovereigntyRows(live({ ...sovereignty, parts })).map(({ text }) => text),
      [
        'pages: own.',
        'bridge: own.',
        'commits: not own.',
        'weather: not own. The forecast comes from there.',
        'relays: not known. relay.example',
      ],
    );
    assert.equal(sovereigntyPartsText(live(sovereignty)), '');
    assert.deepEqual(sovereigntyRows(live(sovereignty)), []);
    assert.equal(sovereigntyPartsText(failed), '');
  });

  it('call an agent working or idle, with a class for each', () => {
    const rows = (['working', 'idle', 'dormant', 'dead'] as const).map(
      (status) => agentRows(live([agent(status)]))[0],
    );
    assert.deepEqual(rows, [
      { text: 'Timmy: WORKING', className: 'working' },
      { text: 'Timmy: IDLE', className: 'idle' },
      { text: 'Timmy: IDLE', className: 'idle dormant' },
      { text: 'Timmy: DEAD', className: 'dead' },
    ]);
  });

  it('have one row for agents and one for commits when the code host fails', () => {
    assert.deepEqual(agentRows(failed), [{ text: 'AGENTS: ERROR', className: 'dead' }]);
    assert.deepEqual(commitRows(failed), [{ text: 'COMMITS: ERROR', className: 'dead' }]);
  });

  it('distinguish no commits from commits not yet requested', () => {
    assert.equal(commitRows(empty)[0]?.text, 'NO COMMITS');
    assert.equal(commitRows(loading)[0]?.text, 'COMMITS: —');
    assert.equal(commitRows(live([commit]))[0]?.text, 'Light the beam — Timmy');
  });

  it('give ages in the largest unit that fits, never negative', () => {
    const age = (ms: number): string => ageText(NOW - ms, NOW);
    assert.equal(age(-14 * 60_000), 'just now');
    assert.equal(age(-16 * 60_000), 'in the future');
    assert.deepEqual([-5000, 59_000, 60_000, 3_600_000, 90_000_000].map(age), [
      'just now',
      'just now',
      '1 min ago',
      '1 h ago',
      '1 d ago',
    ]);
  });

  it('say of what is switched off that it is not configured, without an age', () => {
    const off = { state: 'empty', source: 'config.json', fetchedAt: NOW, cause: NOT_CONFIGURED } as const;
    assert.deepEqual([weatherText(off), blockText(off)], ['not configured', 'not configured']);
    assert.equal(provenanceText(off, NOW), 'config.json · not configured');
    assert.equal(provenanceText({ ...off, cause: 'no commits' }, NOW), 'config.json · just now · no commits');
  });

  it('name the source once, even when the cause names it', () => {
    assert.equal(provenanceText(failed, NOW), 'error · api.example cannot be reached');
    assert.equal(
      provenanceText(
        { state: 'offline', source: 'a.example', cause: 'no network', fetchedAt: NOW - 60_000, value: 1 },
        NOW,
      ),
      'a.example · offline · no network · last answer 1 min ago',
    );
  });
});

describe('the origin of commits', () => {
  const of = (owner: string, repo: string): string =>
    configuredOrigin('commits', { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, owner, repo } })
      .source;

  it('names the repository, or that they are of all', () => {
    assert.equal(of('timmy', 'lit'), 'timmy/lit, this home');
    assert.equal(of('all', 'repositories'), 'all repositories, this home');
  });
});
