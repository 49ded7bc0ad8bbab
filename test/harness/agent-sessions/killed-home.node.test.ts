import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOKEN } from '../agent.ts';
import { common, end, serving, start } from '../program.ts';

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
      fetch(new URL('/api/events', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { sessions } = (await (await fetch(new URL('/api/sessions.json', url))).json()) as Shown;
    const kept = (sessions?.sessions ?? []).filter(({ name }) => name !== 'Busy');
    assert.deepEqual(new Map(kept.map((one) => [one.name, one.since])), since);
    assert.ok(kept.every(({ state }) => state === 'waiting'));

    const name = `Round ${round}`;
    const answer = await report({ state: 'waiting', session: { id: `r${round}`, harness: 'Codex', name } });
    assert.equal(answer.status, 200);
    const shown = (await (await fetch(new URL('/api/sessions.json', url))).json()) as Shown;
    since.set(name, shown.sessions?.sessions.find((one) => one.name === name)?.since ?? 0);
    // The kill meets one of these.
    for (let index = 0; index < 5; index++)
      void report({ state: 'working', session: { id: 'busy', harness: 'Codex', name: 'Busy' } }).catch(
        () => undefined,
      );
    run.child.kill('SIGKILL');
    await run.code;
  }
  const last = start(args, env);
  await serving(last);
  await end(last);
});
