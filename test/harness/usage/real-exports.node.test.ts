import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { UsageStore } from '../../../harness/usage/usage-store.ts';
import { startScriptedModel } from '../../helpers/scripted-model.ts';
import { PATIENCE_MS, until } from '../../helpers/waiting.ts';
import { program, runProgram } from '../emit.ts';
import {
  type Agent,
  CODEX_TURN,
  GEMINI_SETTINGS,
  GEMINI_TURN,
  codexConfig,
  geminiEnv,
  runAgent,
  whyNot,
  writeBelow,
} from '../commands/hooks/real-programs.ts';
import { type TestHome, startHome, temporaryFolder } from '../helpers.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/usage.md'), 'utf8');

const skip = whyNot('codex', 'gemini');
describe('exports of the real programs, with the settings of docs/usage.md', { skip }, () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let store: UsageStore;
  let home: TestHome;
  let key: string;
  before(async () => {
    place = await temporaryFolder();
    model = await startScriptedModel();
    store = new UsageStore(':memory:');
    home = await startHome({ usage: store });
    key = home.app.home.keys.agents.add('laptop') ?? '';
  });
  after(async () => {
    await home.close();
    await model.close();
    store.close();
    await place.dispose();
  });

  /** A block of docs/usage.md, for this home and with its key. */
  const documented = (language: string): string =>
    (new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '')
      .replaceAll('http://127.0.0.1:4200', home.url)
      .replaceAll('hwk_…', key);

  /** Runs the program to its end, with these settings in its home folder. */
  async function run(
    name: Agent,
    [file, settings]: readonly [string, string],
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const folder = join(place.path, name);
    await writeBelow(folder, file, settings);
    const { ended, said } = runAgent(name, args, folder, { HOME: folder, ...env });
    assert.equal(await ended, 0, said());
  }
  /** The model answers twice, each time with one token for one token. */
  const counts = (harness: string) =>
    store
      .usage('0000-00-00')
      .filter(({ session }) => session.startsWith(`${harness}/`))
      .map(({ model: name, tokens: { input, output }, unpriced, sources }) => ({
        name,
        input,
        output,
        unpriced,
        sources,
      }));

  test('Codex', async () => {
    const settings = codexConfig(model.url) + documented('toml codex');
    const env = { HOME: join(place.path, 'codex'), HOME_WORLD_AGENT_KEY: key };
    const [, ...words] = documented('sh codex').trim().split(' ');
    const installed = await runProgram(program, [...words, '--url', home.url], { env });
    assert.equal(installed.code, 0, installed.err);
    const resetsAt = 1_000 * Math.round(Date.now() / 1_000 + 3_600);
    // As the servers of OpenAI tell them.
    model.model.headers = Object.fromEntries(
      [
        ['primary', 42.5, 300],
        ['secondary', 13, 10_080],
      ].flatMap(([name, used, minutes]) => [
        [`x-codex-${name}-used-percent`, String(used)],
        [`x-codex-${name}-window-minutes`, String(minutes)],
        [`x-codex-${name}-reset-at`, String(resetsAt / 1_000)],
      ]),
    );
    await run('codex', ['.codex/config.toml', settings], [...CODEX_TURN, 'Say hello'], env);
    await until('its export is there', () => counts('Codex').length > 0, PATIENCE_MS);
    assert.deepEqual(counts('Codex'), [
      { name: 'm', input: 2, output: 2, unpriced: 4, sources: ['requests'] },
    ]);
    await until('its windows are there', () => store.limits().length === 2, PATIENCE_MS);
    assert.deepEqual(
      store
        .limits()
        .map(({ harness, machine, window, used, resetsAt: end }) => ({
          harness,
          machine,
          window,
          used,
          resetsAt: end,
        }))
        .toSorted((one, other) => other.used - one.used),
      [
        { harness: 'Codex', machine: 'laptop', window: 'five-hour', used: 42.5, resetsAt },
        { harness: 'Codex', machine: 'laptop', window: 'seven-day', used: 13, resetsAt },
      ],
    );
    // The records and the hooks tell of the same session.
    const sessions = store.sessions().filter(({ session }) => session.startsWith('Codex/'));
    assert.deepEqual(
      sessions.map(({ context }) => context?.left),
      [100],
    );
  });

  test('Gemini CLI', async () => {
    const settings = {
      ...GEMINI_SETTINGS,
      ...(JSON.parse(documented('json gemini')) as object),
    };
    await run('gemini', ['.gemini/settings.json', JSON.stringify(settings)], [...GEMINI_TURN, 'Say hello'], {
      ...geminiEnv(model.url),
      OTEL_EXPORTER_OTLP_HEADERS: `X-Home-World-Key=${key}`,
    });
    await until('its export is there', () => counts('Gemini CLI').length > 0, PATIENCE_MS);
    assert.deepEqual(counts('Gemini CLI'), [
      { name: 'gemini-2.5-pro', input: 2, output: 2, unpriced: 4, sources: ['requests'] },
    ]);
  });
});
