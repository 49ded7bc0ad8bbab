import { AnswerCache } from '../../harness/gateway/answer-cache.ts';
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { type Config, defaultConfig } from '../../data/config/config.ts';
import { RequestError } from '../../data/core/http.ts';
import type { ReadingName, SourceValues } from '../../data/readings/readings-state.ts';
import type { Outcome, Source, SourceIo } from '../../data/readings/sources/source.ts';
import { type Upstreams, startUpstreams } from './upstreams.ts';

const { signal } = new AbortController();

/** As in the gateway: it caches answers, a page does not. */
export const gatewayIo = (base: string): SourceIo => ({
  fetch,
  now: Date.now,
  base,
  cache: new AnswerCache(),
});
export const pageIo = (base: string): SourceIo => ({ fetch, now: Date.now, base });
/** A home that no source under test should need. */
export const nowhere = gatewayIo('http://127.0.0.1:9/');

export const outcomeOf = <N extends ReadingName>(
  source: Source<N>,
  config: Config = defaultConfig,
  io = nowhere,
): Promise<Outcome<SourceValues[N]>> => source.read(io, config, signal);

export async function valueOf<N extends ReadingName>(
  source: Source<N>,
  config: Config = defaultConfig,
  io = nowhere,
): Promise<SourceValues[N]> {
  const outcome = await outcomeOf(source, config, io);
  if (outcome.kind !== 'value') throw new Error(`expected a value, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** The cause a source gives for its failure. */
export async function causeOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    (found) => assert.fail(`expected a failure, got ${JSON.stringify(found)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestError, String(error));
  return error.message;
}

/** A home whose code host, weather and chain are the recorded upstreams. */
export const upstreamsConfig = ({ codeHost, weather, chain }: Upstreams): Config => ({
  ...defaultConfig,
  codeHost: { url: codeHost.url, owner: 'timmy', repo: 'lit', agents: [], authors: false },
  weather: { url: weather.url, latitude: 32.4, longitude: -96.8, place: '', timeZone: '' },
  chain: { url: chain.url },
});

/** The upstreams of all tests of a file, up before each, and a home's config for them. */
export function recordedUpstreams(): { upstreams: Upstreams; config: Config } {
  const upstreams = {} as Upstreams;
  const config = {} as Config;
  before(async () => {
    Object.assign(upstreams, await startUpstreams());
    Object.assign(config, upstreamsConfig(upstreams));
  });
  beforeEach(() => upstreams.setAll('up'));
  after(() => upstreams.close());
  return { upstreams, config };
}

/** The same home without a code host: its own gateway is asked. */
export const ownCodeHost = (config: Config): Config => ({
  ...config,
  codeHost: { ...config.codeHost, url: '' },
});

/** A portal as older registries write it. */
export const legacyPortal = (id: string, more: object = {}): object => ({
  id,
  name: id,
  description: '',
  status: 'online',
  destination: { url: '/x' },
  ...more,
});
