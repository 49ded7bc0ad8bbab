import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Observability } from '../../../harness/observability/observability.ts';
import { observabilityOf } from '../../../harness/observability/observability.ts';
import type { Piece, Resident, ResidentContext } from '../../../harness/resident/resident.ts';
import { type Loopback, listen, withBody } from '../../helpers/loopback.ts';
import { Client, startHome } from '../helpers.ts';

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Answers with one tool call. */
const resident: Resident = {
  attached: false,
  who: { kind: 'model', name: 'local/test', place: 'local' },
  note: '',
  async *answer(question: string, _context: ResidentContext): AsyncGenerator<Piece> {
    const step = { step: 'one', tool: 'read_weather', title: `Look for ${question}` };
    yield { ...step, state: 'running' };
    yield { ...step, state: 'done', detail: 'hunter2 is here' };
    yield `you said ${question}`;
  },
};

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const bodies: { readonly path: string; readonly text: string }[] = [];
let collector: Loopback;
before(async () => {
  collector = await listen(
    withBody(({ url }, text, response) => {
      bodies.push({ path: url, text });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }),
  );
  process.env[ENDPOINT] = collector.url;
});
after(async () => {
  delete process.env[ENDPOINT];
  await collector.close();
});

test('an OpenTelemetry collector gets requests, and answers with their steps, without a word of a visitor', async () => {
  const observability: Observability | undefined = await observabilityOf(process.env, '9.9.9');
  assert.ok(observability);
  await using home = await startHome({ observability, resident });
  const visitor = new Client(home.url);
  await visitor.hello();
  visitor.send({ type: 'chat', id: 'q1', text: 'the secret of Zanzibar' });
  await visitor.answerTo('q1');
  await fetch(`${home.url}/badge/weather.svg?label=Zanzibar`);
  await visitor.close();
  await home.app.close();
  await observability.close();

  assert.ok(bodies.length > 0 && bodies.every(({ path }) => path === '/v1/traces'));
  const whole = bodies.map((body) => body.text).join('\n');
  for (const word of ['Zanzibar', 'hunter2', '127.0.0.1']) assert.ok(!whole.includes(word), word);
  const exported = bodies
    .map(({ text }) => JSON.parse(text) as Exported)
    .flatMap(({ resourceSpans }) => resourceSpans);
  const [first] = exported;
  const service = first?.resource.attributes.find(({ key }) => key === 'service.name');
  assert.deepEqual(service?.value, { stringValue: 'home-world' });
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const named = (name: string): Span => {
    const found = spans.find((span) => span.name === name);
    assert.ok(found, `${name} in ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const [answer, step] = [named('answer'), named('step read_weather')];
  assert.deepEqual([step.parentSpanId, step.traceId], [answer.spanId, answer.traceId]);
  assert.ok(BigInt(step.startTimeUnixNano) >= BigInt(answer.startTimeUnixNano));
  assert.ok(BigInt(step.endTimeUnixNano) <= BigInt(answer.endTimeUnixNano));
  assert.ok(named('GET /badge/:file').attributes.some(({ key }) => key === 'http.response.status_code'));
});

test('a collector that is unavailable costs the home nothing', async () => {
  const before = process.env[ENDPOINT];
  process.env[ENDPOINT] = 'http://127.0.0.1:9/';
  const observability = await observabilityOf(process.env, '9.9.9');
  process.env[ENDPOINT] = before;
  assert.ok(observability);
  await using home = await startHome({ observability });
  assert.equal((await fetch(`${home.url}/badge/weather.svg`)).status, 200);
  await observability.close();
});
