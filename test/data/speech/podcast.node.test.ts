import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestOf } from '../../../data/speech/podcast.ts';
import { NOT_CONFIGURED, type Reading } from '../../../data/readings/reading.ts';
import { commits as commitSource } from '../../../data/readings/sources/commits.ts';
import { weather as weatherSource } from '../../../data/readings/sources/weather.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { recorded, recordedText } from '../../helpers/recorded.ts';
import { commitsAsOf } from '../../helpers/upstreams.ts';
import { valueOf } from '../../helpers/sources.ts';
import type { ReadingName, SourceValues } from '../../../data/readings/readings-state.ts';
import type { Source } from '../../../data/readings/sources/source.ts';
import { type Day, HOUR, NOW, agent, commit, digest, full, live, portalsWith, zap } from './day.ts';

const silent: Reading<never> = { state: 'empty', source: 's', fetchedAt: NOW };

/** What a source reads from a recorded answer. */
const readFrom = <N extends ReadingName>(source: Source<N>, body: string): Promise<SourceValues[N]> =>
  valueOf(source, defaultConfig, {
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } })),
    now: () => NOW,
    base: 'https://home.example/',
  });

describe('the digest of the day', () => {
  it('describes the day in sentences', () => {
    const [first = '', ...rest] = digestOf(full);
    assert.match(first, /^This is the day at Home World: \w+day, (?:February|March) \d+\.$/u);
    assert.deepEqual(rest, [
      'In the last 24 hours there were five commits.',
      'Ada wrote four, among them “Draw the stars” and “Let the door open”.',
      'Brook wrote one: “Name the portals”.',
      'Of five agents, two were active today: Ada and Brook.',
      'One is idle, one has been quiet for a week or longer and one is dead.',
      'One pull request was merged: “Light the beam”.',
      'Sovereignty stands at 72 percent: mostly local.',
      'Of three portals, two are online and one offline.',
      'The forge went offline two minutes ago.',
      'The well went online two minutes ago.',
      'Outside it is 72 degrees Fahrenheit, 22 Celsius, and clear.',
      'The chain stands at block 840,000.',
      'The feed holds two zaps of the last day, of 3,100 sats together, the largest of 2,100 sats.',
      'That is the day so far.',
    ]);
  });

  it('describes a recorded day of a real code host without a link, hash or mark', async () => {
    const commits = await readFrom(commitSource, JSON.stringify(commitsAsOf(NOW)));
    const weather = await readFrom(weatherSource, recordedText('openmeteo/forecast-waxahachie.json'));
    const [tip] = recorded<{ text: string }[]>('chain/tip-height.json');
    const height = Number(tip?.text);
    const said = digest({ commits: live(commits), weather: live(weather), blockHeight: live(height) });
    assert.match(said, /degrees Fahrenheit/u);
    assert.match(said, /block 698,767\./u);
    assert.match(said, /Lukas Spirig wrote one: “Implement ShadowRoot/u);
    assert.doesNotMatch(said, /https?:|[*_`#<>|]|\b(?=[a-f]*\d)[\da-f]{7,}\b/u);
  });

  it('says nothing about what is switched off', () => {
    const off: Reading<never> = { ...silent, cause: NOT_CONFIGURED };
    assert.doesNotMatch(digest({ weather: off, blockHeight: off }), /weather|chain|block/iu);
    assert.match(digest({ weather: silent }), /weather/iu);
  });

  it('says that nothing happened', () => {
    assert.match(
      digest({ commits: live([commit('Ada', 'Old', 50)]) }),
      /Nothing was committed in the last 24 hours\. The last commit was two days ago\./u,
    );
    assert.match(
      digest({ merged: live([{ number: 1, title: 'Old', author: 'A', mergedAt: NOW - 72 * HOUR }]) }),
      /No pull request was merged in the last day\. The last one, “Old”, was merged three days ago\./u,
    );
    assert.match(digest({ events: [] }), /have sent nothing yet/u);
    assert.match(digest({ events: [], relayConnected: false }), /No relay is connected, so/u);
    assert.match(
      digest({ events: [zap(5, 40)], relayConnected: false }),
      /no zap of the last day in the feed; the one it holds is older\..*connected any more/u,
    );
    assert.match(
      digest({ events: [zap(undefined)] }),
      /one zap of the last day, whose amount is not known\./u,
    );
    assert.match(digest({ events: [zap(1)] }), /one zap of the last day, of one sat\./u);
    assert.match(
      digest({ agents: live([agent('Ada', 'idle')]) }),
      /Of one agent, none was active today\. One is idle\./u,
    );
  });

  it('says how far back it sees when the list of commits is shorter than the day', () => {
    const list = Array.from({ length: 50 }, (_unused, i) => commit(`P${i % 6}`, `Do ${i}`, i * 0.1));
    const said = digest({ commits: live(list) });
    assert.match(said, /The last 50 commits, which is as far as I can see, reach back four hours\./u);
    assert.match(said, /Another 2[45] came from three others\./u);
  });

  const named = {
    commits: 'the commits',
    agents: 'the agents',
    merged: 'the pull requests',
    sovereignty: 'the sovereignty',
    portals: 'the portals',
    weather: 'the weather',
    blockHeight: 'the block height',
  } as const;
  for (const [key, name] of Object.entries(named) as [keyof typeof named, string][])
    it(`states what is known of ${name} in each state`, () => {
      const source = 'upstream.example';
      const cause = 'upstream.example answered 503 <b>now</b>';
      const value = full[key].value;
      const as = (reading: object): string => digest({ [key]: reading });
      assert.match(as({ state: 'loading', source }), new RegExp(`I am still waiting for ${name}\\.`, 'u'));
      assert.match(
        as({ state: 'error', source, cause }),
        new RegExp(`I cannot see ${name} right now: upstream.example answered 503 now\\.`, 'u'),
      );
      assert.match(
        as({ state: 'offline', source, cause: 'no network' }),
        new RegExp(`There is no network, so I cannot see ${name}\\.`, 'u'),
      );
      const fetchedAt = NOW - 3 * HOUR;
      const fresh = digest();
      for (const state of ['stale', 'offline'])
        assert.match(
          as({ state, source, cause, value, fetchedAt }),
          new RegExp(`hat I know of ${name} is from three hours ago\\.`, 'u'),
        );
      assert.ok(as({ state: 'stale', source, cause, value, fetchedAt }).length > fresh.length);
      // It invents nothing: an empty source gives no figure.
      const empty = as({ state: 'empty', source, fetchedAt });
      assert.match(empty, /There (?:is|are) no|No agents|No pull request/u);
      assert.doesNotMatch(as({ state: 'error', source, cause }), new RegExp(figures[key], 'u'));
      assert.doesNotMatch(empty, new RegExp(figures[key], 'u'));
    });
  const figures = {
    commits: 'five commits|Draw the stars',
    agents: 'five agents|active today',
    merged: 'Light the beam',
    sovereignty: '72 percent',
    portals: 'three portals|went o',
    weather: 'Fahrenheit',
    blockHeight: '840',
  } as const;

  it('names everything that is missing in one sentence', () => {
    const loading = { state: 'loading', source: 's' } as const;
    const none = Object.fromEntries(Object.keys(named).map((key) => [key, loading]));
    assert.deepEqual(digestOf({ ...full, ...none, events: [], relayConnected: false }).slice(1), [
      'No relay is connected, so I receive no zaps.',
      'I am still waiting for the commits, the agents, the pull requests, the sovereignty, the portals, the weather and the block height.',
      'That is the day so far.',
    ]);
  });

  it('takes two minutes at most, with no sentence too long for a voice', () => {
    const wordy = 'A very long title that goes on and on about nothing at all, '.repeat(40);
    const many = <T>(make: (i: number) => T): Reading<readonly T[]> => ({
      state: 'offline',
      source: 's',
      cause: wordy,
      value: Array.from({ length: 100 }, (_unused, i) => make(i)),
      fetchedAt: NOW - HOUR,
    });
    const portals = portalsWith(
      Object.fromEntries(Array.from({ length: 60 }, (_unused, i) => [`w${i}`, i % 2 ? '+-' : '-+'])),
    ).map((one) => ({ ...one, record: { ...one.record, name: wordy } }));
    const worst: Day = {
      ...full,
      home: wordy,
      commits: many((i) => commit(`${wordy}${i % 9}`, `${i} ${wordy}`)),
      agents: many((i) => agent(`${i} ${wordy}`, (['working', 'idle', 'dormant', 'dead'] as const)[i % 4])),
      merged: many((i) => ({ number: i, title: `${i} ${wordy}`, author: wordy, mergedAt: NOW - HOUR })),
      portals: { state: 'stale', source: 's', cause: wordy, value: portals, fetchedAt: NOW - HOUR },
      sovereignty: live({ score: 100, label: wordy }),
      events: Array.from({ length: 50 }, () => zap(21e14)),
      relayConnected: false,
    };
    const failing = { state: 'error', source: 's', cause: wordy } as const;
    const broken: Day = { ...worst, ...Object.fromEntries(Object.keys(named).map((key) => [key, failing])) };
    for (const day of [worst, broken]) {
      const said = digestOf(day);
      assert.ok(said.join(' ').length <= 1700, `${said.join(' ').length}`);
      assert.ok(said.every((sentence) => sentence.length <= 180));
      assert.match(said[0] ?? '', /^This is the day/u);
      assert.equal(said.at(-1), 'That is the day so far.');
    }
  });

  it('reads out nothing hidden in titles, names and causes', () => {
    const evil =
      '\u202e<speak><prosody rate="x-fast">\u0000\u001b[31mhttps://evil.example/x 🚀 deadbeef01 **';
    const said = digestOf({
      ...full,
      home: evil,
      commits: live([commit(evil, `${evil} real words`), commit(evil, '🚀')]),
      agents: live([agent(evil), agent('🚀')]),
      merged: live([{ number: 1, title: evil, author: evil, mergedAt: NOW }]),
      sovereignty: live({ score: 12.4, label: evil }),
      portals: live(
        portalsWith({ a: '-+' }).map((one) => ({ ...one, record: { ...one.record, name: evil } })),
      ),
      weather: { state: 'error', source: 's', cause: evil },
    });
    for (const sentence of said) assert.doesNotMatch(sentence, /[<>*\p{Cc}\p{Cf}🚀]|speak|https|deadbeef/u);
    assert.match(said.join(' '), /real words/u);
  });

  it('has a word for every sky, and for frost', () => {
    const weather = (label: 'Rain' | 'Clear' | 'Unknown', temperatureF: number): string =>
      digest({ weather: live({ temperatureF, code: 0, label }) });
    assert.match(weather('Rain', 10), /10 degrees Fahrenheit, minus 12 Celsius, with rain\./u);
    assert.match(
      weather('Unknown', -4),
      /minus 4 degrees Fahrenheit, minus 20 Celsius, and the sky is unknown\./u,
    );
    assert.match(weather('Clear', 31.9), /32 degrees Fahrenheit, 0 Celsius/u);
    assert.match(weather('Clear', -0.4), /is 0 degrees Fahrenheit, minus 18 Celsius/u);
  });

  it('may have nothing to say', () => {
    const nothing = Object.fromEntries(Object.keys(named).map((key) => [key, silent]));
    assert.equal(digestOf({ ...full, ...nothing }).length, 10);
  });
});
