import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOKEN } from '../agent.ts';
import { until } from '../../helpers/waiting.ts';
import { common, end, serving, start } from '../program.ts';
import { bearer, postJson } from '../requests.ts';

const ROUNDS = 3;
const env = { HOME_WORLD_BRIDGE_TOKEN: TOKEN };

interface Shown {
  readonly sessions: {
    readonly sessions: readonly { readonly name: string; readonly state: string; readonly since: number }[];
  } | null;
}

test('a home that is killed loses no session that it has answered, and doubles none', async () => {
  const args = await common('killed');
  const since = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const run = start(args, env);
    const url = await serving(run);
    const report = (body: object): Promise<Response> =>
      postJson(new URL('/api/events', url), body, bearer(TOKEN));
    const { sessions } = (await (await fetch(new URL('/api/sessions.json', url))).json()) as Shown;
    const kept = (sessions?.sessions ?? []).filter(({ name }) => name !== 'Busy');
    assert.deepEqual(new Map(kept.map((one) => [one.name, one.since])), since);
    assert.ok(kept.every(({ state }) => state === 'waiting'));

    const name = `Round ${round}`;
    const answer = await report({ state: 'waiting', session: { id: `r${round}`, harness: 'Codex', name } });
    assert.equal(answer.status, 200);
    const shown = (await (await fetch(new URL('/api/sessions.json', url))).json()) as Shown;
    since.set(name, shown.sessions?.sessions.find((one) => one.name === name)?.since ?? 0);
    // The kill meets some of these, which are sent without a pause.
    let answered = 0;
    const flow = async (): Promise<void> => {
      for (;;) {
        const { ok } = await report({
          state: 'working',
          session: { id: 'busy', harness: 'Codex', name: 'Busy' },
        });
        if (ok) answered++;
      }
    };
    const flows = [flow(), flow(), flow()].map((one) => one.catch(() => undefined));
    await until('reports are being stored', () => answered >= 20);
    run.child.kill('SIGKILL');
    await run.code;
    await Promise.all(flows);
  }
  const last = start(args, env);
  await serving(last);
  await end(last);
});
