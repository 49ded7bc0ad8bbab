import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLogs, readMetrics } from '../../../harness/usage/otlp.ts';
import { recordedExport } from './recorded.ts';

const logs = (name: Parameters<typeof recordedExport>[0]) => readLogs(JSON.parse(recordedExport(name)));
const shortly = ({ records }: ReturnType<typeof readLogs>) =>
  records.map(({ model, tokens: { input, output, cacheRead, cacheWrite }, dollars }) => [
    model,
    input,
    output,
    cacheRead,
    cacheWrite,
    dollars,
  ]);

describe('records of requests', () => {
  test('Claude Code', () => {
    const read = logs('claude-code-logs');
    assert.deepEqual(shortly(read), [
      ['claude-opus-4-6', 3, 13, 0, 22_996, 0.144065],
      ['claude-opus-4-6', 5, 420, 22_996, 310, 0.023961],
      ['claude-haiku-4-5', 900, 12, 0, 0, 0.00096],
    ]);
    assert.equal(read.refused, 0);
    const [first] = read.records;
    assert.equal(first?.harness, 'Claude Code');
    assert.equal(first?.session, '5d1c1f3e-2a4b-4c6d-8e9f-0a1b2c3d4e5f');
    assert.equal(first?.at, Date.parse('2026-11-20T10:00:04.104Z'));
  });

  test('Codex: its input contains the cache, and it tells no price', () => {
    const read = logs('codex-logs');
    assert.deepEqual(shortly(read), [
      ['gpt-5.2-codex', 200, 80, 1_000, 0, undefined],
      ['gpt-5.2-codex', 1_300, 120, 1_200, 0, undefined],
    ]);
    assert.equal(read.records[0]?.harness, 'Codex');
    // Its records have 0 as their time.
    assert.equal(new Date(read.records[0]?.at ?? 0).getUTCFullYear(), 2026);
  });

  test('Gemini CLI: thoughts are output, and the input of tools is input', () => {
    assert.deepEqual(shortly(logs('gemini-logs')), [
      ['gemini-2.5-pro', 1_010, 65, 4_000, 0, undefined],
      ['gemini-2.5-pro', 1_500, 60, 4_500, 0, undefined],
    ]);
  });

  test('are told apart, and nothing that is private is read', () => {
    for (const name of ['claude-code-logs', 'codex-logs', 'gemini-logs'] as const) {
      const { records } = logs(name);
      assert.equal(new Set(records.map(({ identity }) => identity)).size, records.length, name);
      const text = JSON.stringify(records);
      assert.doesNotMatch(text, /hunter2|person@example|echo hello|0123456789abcdef|installation/, name);
      assert.deepEqual(logs(name).records, records, `${name} again`);
    }
  });
});

describe('points of counters', () => {
  test('Claude Code sends what was added, and the size of the context in the name of the model', () => {
    const { records, refused } = readMetrics(JSON.parse(recordedExport('claude-code-metrics')));
    assert.equal(refused, 0);
    assert.deepEqual(
      records.map(({ model, figures, value, isCumulative }) => [model, figures, value, isCumulative]),
      [
        ['claude-opus-4-6', [['dollars', 1]], 0.168026, false],
        ['claude-haiku-4-5', [['dollars', 1]], 0.00096, false],
        ['claude-opus-4-6', [['input', 1]], 8, false],
        ['claude-opus-4-6', [['output', 1]], 433, false],
        ['claude-opus-4-6', [['cacheRead', 1]], 22_996, false],
        ['claude-opus-4-6', [['cacheWrite', 1]], 23_306, false],
        ['claude-haiku-4-5', [['input', 1]], 900, false],
        ['claude-haiku-4-5', [['output', 1]], 12, false],
      ],
    );
  });

  test('Gemini CLI sends sums', () => {
    const { records } = readMetrics(JSON.parse(recordedExport('gemini-metrics')));
    assert.ok(records.every(({ isCumulative }) => isCumulative));
    assert.deepEqual(
      records.map(({ value, figures }) => [value, figures.length]).sort(([a = 0], [b = 0]) => b - a),
      [
        [11_000, 1],
        [8_500, 2],
        [100, 1],
        [25, 1],
        [10, 1],
      ],
    );
  });

  test('the names of temporalities count as their numbers', () => {
    const json = recordedExport('claude-code-metrics').replaceAll(
      '"aggregationTemporality": 1',
      '"aggregationTemporality": "AGGREGATION_TEMPORALITY_CUMULATIVE"',
    );
    const { records } = readMetrics(JSON.parse(json));
    assert.ok(records.every(({ isCumulative }) => isCumulative));
  });
});

describe('what cannot be read', () => {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const log = (fields: Readonly<Record<string, string>>) => ({
    resourceLogs: [
      {
        scopeLogs: [
          {
            scope: { name: 'com.anthropic.claude_code.events' },
            logRecords: [
              {
                timeUnixNano: '1795000000000000000',
                body: { stringValue: 'claude_code.api_request' },
                attributes: Object.entries({ 'session.id': 's-1', ...fields }).map(([key, value]) =>
                  attribute(key, value),
                ),
              },
            ],
          },
        ],
      },
    ],
  });

  test('is refused with its reason', () => {
    for (const [fields, reason] of [
      [{ input_tokens: '-1' }, /^input_tokens has to be a number from 0 to/],
      [{ input_tokens: '1.5' }, /whole number/],
      [{ output_tokens: 'many' }, /^output_tokens/],
      [{ cost_usd: '-0.01' }, /^cost_usd/],
      [{ cost_usd: 'NaN' }, /^cost_usd/],
      [{ cost_usd: 'Infinity' }, /^cost_usd/],
      [{ input_tokens: '1e12' }, /^input_tokens/],
      [{ 'session.id': 'a b' }, /^session\.id has/],
    ] as const) {
      const read = readLogs(log(fields));
      assert.deepEqual([read.records.length, read.refused], [0, 1], JSON.stringify(fields));
      assert.match(read.reason, reason);
    }
    assert.equal(readLogs(log({ input_tokens: '7', cost_usd: '' })).records[0]?.dollars, undefined);
  });

  test('other shapes are empty exports', () => {
    for (const json of [
      null,
      [],
      1,
      'x',
      {},
      { resourceLogs: {} },
      { resourceLogs: [null, { scopeLogs: [{ logRecords: [null, 1, { attributes: 'x' }] }] }] },
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'constructor', sum: {} }] }] }] },
    ]) {
      assert.deepEqual(readLogs(json).records, []);
      assert.deepEqual(readMetrics(json).records, []);
    }
    const odd = {
      resourceMetrics: [
        {
          scopeMetrics: [
            {
              metrics: [
                {
                  name: 'claude_code.token.usage',
                  sum: {
                    aggregationTemporality: 1,
                    dataPoints: [
                      { attributes: [attribute('type', 'constructor')], asDouble: 1 },
                      { attributes: [attribute('type', 'input')], asDouble: 1 },
                      {
                        attributes: [attribute('type', 'input'), attribute('session.id', 's')],
                        asDouble: -1,
                      },
                      { attributes: [attribute('type', 'input'), attribute('session.id', 's')] },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    const read = readMetrics(odd);
    assert.deepEqual([read.records.length, read.refused, read.reason], [0, 3, 'session.id is missing']);
  });
});
