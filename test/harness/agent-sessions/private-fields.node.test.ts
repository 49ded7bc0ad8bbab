import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionAudiences } from '../../../data/readings/schemas/agent-sessions.ts';
import { createLog } from '../../../harness/core/log.ts';
import { observabilityOf } from '../../../harness/observability/observability.ts';
import { listenFor, withBody } from '../../helpers/loopback.ts';
import { TOKEN } from '../agent.ts';
import { Client, type TestHome, ownerCookie, startHome } from '../helpers.ts';
import { bearer, postJson } from '../requests.ts';

const bridge = { token: TOKEN };

/**
 * Reports sessions with a marked word in each private field. Only the owner sees these fields, or visitors of
 * a home that shows them all.
 */
const report = async (url: string): Promise<void> => {
  const marked = {
    task: 'zqtask',
    step: 'zqstep',
    tool: 'zqtool',
    call: 'hidden-call',
    target: { kind: 'file', name: 'zqtarget/a.ts' },
  };
  const session = {
    harness: 'Codex',
    folder: 'zqfolder',
    branch: 'zqbranch',
    repository: 'zqowner/zqrepository',
  };
  for (const [id, state] of ['waiting', 'working', 'failed'].entries()) {
    const body = { ...marked, state, session: { ...session, id: `hidden-id-${id}` } };
    for (const one of [body, { ...body, state: 'working', agent: { id: 'hidden-agent', name: 'zqagent' } }])
      assert.equal((await postJson(`${url}/api/events`, one, bearer(TOKEN))).status, 200);
  }
};

const QUESTIONS = [
  'who waits for me?',
  'what is Codex doing?',
  'who works now?',
  'what are you doing?',
  'which agents are there?',
  'status',
];

/** The answers to all questions, each asked by the owner first and then by a visitor. */
async function answers({ app, url }: TestHome): Promise<Record<'owner' | 'visitor', string[]>> {
  const cookie = ownerCookie(app);
  const [owner, visitor] = [new Client(url, { headers: { cookie }, origin: url }), new Client(url)];
  await owner.hello();
  await visitor.hello();
  const told = { owner: [] as string[], visitor: [] as string[] };
  for (const [index, question] of QUESTIONS.entries())
    for (const [who, client] of [['owner', owner] as const, ['visitor', visitor] as const]) {
      const id = `q${index}`;
      client.send({ type: 'chat', id, text: question });
      told[who].push((await client.answerTo(id)).text);
    }
  const frames = JSON.stringify([...owner.frames, ...visitor.frames]);
  await owner.close();
  await visitor.close();
  assert.doesNotMatch(frames, /hidden-/);
  return told;
}

describe('private fields of agent sessions', () => {
  for (const visitorsSee of sessionAudiences)
    it(`are in no answer of the resident where visitors see ${visitorsSee}, also after the owner has asked`, async () => {
      await using home = await startHome({ bridge, settings: { agentSessions: { visitorsSee } } });
      await report(home.url);
      const { owner, visitor } = await answers(home);
      const words = (list: readonly string[]): string => list.join('\n');
      if (visitorsSee === 'all') assert.match(words(visitor), /zqtask/);
      // The conversation is stored, and has no more than visitors see, even if the owner asks.
      else assert.doesNotMatch(words([...owner, ...visitor]), /zq/);
      const hint = /You are signed in: \*\*Today\*\* has all that your agent sessions report\./;
      assert.equal(hint.test(words(owner)), visitorsSee !== 'all');
      assert.doesNotMatch(words(visitor), hint);
    });

  it('are for the owner’s cookie and for the key that reported them, and for no other', async () => {
    await using home = await startHome({
      bridge,
      settings: { agentSessions: { visitorsSee: 'nothing' } },
    });
    await report(home.url);
    const read = async (headers: Record<string, string>): Promise<string> => {
      const response = await fetch(`${home.url}/api/sessions.json`, { headers });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('vary') ?? '', /cookie.*authorization/i);
      return response.text();
    };
    assert.match(await read(bearer(TOKEN)), /zqtask/);
    assert.match(await read({ cookie: ownerCookie(home.app) }), /zqtask/);
    const { agents } = home.app.home.keys;
    const other = bearer(agents.add('other') ?? '');
    for (const headers of [
      {},
      other,
      { authorization: 'Bearer another-token' },
      { authorization: 'Basic eA==' },
    ])
      assert.equal(await read(headers), '{"sessions":null}\n');
  });

  it('are in no line of the log, no metric and no trace', async (t) => {
    const exported: string[] = [];
    const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
    process.env[ENDPOINT] = await listenFor(
      t,
      withBody((_request, body, response) => {
        exported.push(body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }),
    );
    const metricsToken = 'the-secret-of-the-metrics';
    const observability = await observabilityOf(
      { ...process.env, HOME_WORLD_METRICS_TOKEN: metricsToken },
      '9.9.9',
    );
    delete process.env[ENDPOINT];
    assert.ok(observability);
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line), { level: 'info', format: 'json' });
    const home = await startHome({
      bridge,
      observability,
      log: log.line,
      settings: { agentSessions: { visitorsSee: 'nothing' } },
    });
    await report(home.url);
    await answers(home);
    // What is refused may be told to the owner, too.
    for (const body of ['{"state":"zqtask"', '{"state":"zqstate","session":{"id":"zq id","harness":"zq"}}'])
      await postJson(`${home.url}/api/events`, body, bearer(TOKEN));
    const cookie = ownerCookie(home.app);
    await fetch(`${home.url}/api/sessions/zq`, { method: 'DELETE', headers: { cookie } });
    const headers = bearer(metricsToken);
    const metrics = await (await fetch(`${home.url}/metrics`, { headers })).text();
    await home.close();
    await observability.close();
    log.flush();

    assert.match(metrics, /home_world_/);
    assert.match(exported.join('\n'), /POST \/api\/events/);
    const all = [...lines, metrics, ...exported].join('\n');
    assert.doesNotMatch(all, /zq|hidden-/);
    assert.ok(!all.includes(TOKEN));
  });
});
