import { setTimeout as pause } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { AnswerSeen, Observer, RequestSeen, UpstreamSeen } from './observer.ts';

/** How long the home waits for a collector when it ends. The exporter itself would try for ten seconds. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A span that has ended. Spans are created only when their end is known. */
interface Past {
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly seconds: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

/**
 * Sends spans to an OpenTelemetry collector: one for each request to the home, each request to an upstream,
 * and each answer with its tool calls. They contain only names from the code (routes, upstreams, tools), and
 * no text of a visitor. The exporter reads the address and its headers from the variables
 * `OTEL_EXPORTER_OTLP_…`.
 */
export class Traces implements Observer {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ version, serviceName }: { version: string; serviceName: string }) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    });
    this.#tracer = this.#provider.getTracer('home-world', version);
  }

  request({ method, route, status, seconds }: RequestSeen): void {
    this.#add({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      start: Date.now() - seconds * 1000,
      seconds,
      attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
      isError: status >= 500,
    });
  }

  upstream({ upstream, online, seconds }: UpstreamSeen): void {
    this.#add({
      name: `upstream ${upstream}`,
      kind: SpanKind.CLIENT,
      start: Date.now() - seconds * 1000,
      seconds,
      attributes: { 'home_world.upstream': upstream },
      isError: !online,
    });
  }

  answer({ kind, end, seconds, steps }: AnswerSeen): void {
    const start = Date.now() - seconds * 1000;
    const context = this.#add({
      name: 'answer',
      kind: SpanKind.INTERNAL,
      start,
      seconds,
      attributes: { 'home_world.resident': kind, 'home_world.end': end },
      isError: end === 'failed',
    });
    for (const step of steps)
      this.#add(
        {
          name: `step ${step.tool}`,
          kind: SpanKind.INTERNAL,
          start: start + step.after * 1000,
          seconds: step.seconds,
          attributes: { 'home_world.tool': step.tool },
          isError: step.state === 'failed',
        },
        context,
      );
  }

  /**
   * Sends the remaining spans. Never throws, and waits only a second: a collector that does not answer must
   * not keep the home from ending.
   */
  async close(): Promise<void> {
    const sent = this.#provider.shutdown().catch(() => undefined);
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([sent, pause(CLOSE_TIMEOUT_MS, undefined, { signal }).catch(() => undefined)]);
    waiting.abort();
  }

  /** Adds a span; returns the context for its child spans. */
  #add({ name, kind, start, seconds, attributes, isError }: Past, parent: Context = ROOT_CONTEXT): Context {
    const span = this.#tracer.startSpan(name, { kind, attributes, startTime: start }, parent);
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(start + seconds * 1000);
    return trace.setSpan(parent, span);
  }
}
