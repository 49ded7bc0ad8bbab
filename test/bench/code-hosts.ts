import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { startHome as startProcess } from '../../ci/home.ts';
import { codeHostKinds } from '../../harness/config/server-config.ts';
import { findCodeHosts } from '../../harness/gateway/code-host/find-code-host.ts';
import { defaultConfig } from '../../data/config/config.ts';
import { startHome } from '../harness/helpers.ts';
import { commitsEvery, startStandIn } from '../helpers/code-hosts.ts';
import { type Figure, mean, quantile } from './figure.ts';
import { record } from './garbage.ts';
import { openPage, untilReady } from './page.ts';

const MINUTES = 30;
const STEP_MS = 5_000;
/** Each asks once a minute, and no two at the same time. */
const VISITORS = 60_000 / STEP_MS;

/** How often a home asks for a repository that does not change, while visitors look at it. */
async function requestsOf(kind: (typeof codeHostKinds)[number]): Promise<Figure[]> {
  const start = Date.now();
  let now = start;
  await using host = await startStandIn(kind, () => now);
  host.state.commits = commitsEvery(3_600_000, 40, start);
  const { owner, repo } = host.repository;
  const codeHost = { ...defaultConfig.codeHost, url: host.url, owner, repo, kind };
  const codeHosts = await findCodeHosts({ codeHost }, undefined, {}, false);
  await using home = await startHome({
    codeHosts,
    settings: { codeHost },
    now: () => now,
    requestsPerMinute: 1_000_000,
    poll: true,
  });
  const below = `${home.url}/api/v1/repos/${encodeURIComponent(owner)}/${repo}`;
  for (let step = 0; step < (MINUTES * 60_000) / STEP_MS; step++) {
    await Promise.all(
      ['commits?limit=50', 'pulls?state=closed'].map(async (list) =>
        (await fetch(`${below}/${list}`)).text(),
      ),
    );
    now += STEP_MS;
    // Lets the home poll by itself: it looks at the clock each second.
    if (step % 60 === 0) await pause(1_100);
  }
  const later = host.answers.slice(2).map(({ status }) => status);
  return [
    {
      name: `requests a minute for an unchanged repository, ${kind}`,
      value: later.length / MINUTES,
      unit: '/min',
      bar: { at: 'most', value: 3 },
      note: `${VISITORS} visitors, ${MINUTES} minutes`,
    },
    {
      name: `answers of it that are not 304, ${kind}`,
      value: later.filter((status) => status !== 304).length,
      unit: '',
      bar: { at: 'most', value: 0 },
    },
  ];
}

/** What a page with its world receives, in bytes, and the JavaScript milliseconds of its frames. */
async function pageCost(browser: Browser, url: string): Promise<{ bytes: number; spent: readonly number[] }> {
  let bytes = 0;
  const { page, context } = await openPage(
    browser,
    `${url}?debug&quality=lowest`,
    undefined,
    async (opened) => {
      const cdp = await opened.context().newCDPSession(opened);
      await cdp.send('Network.enable');
      cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    },
  );
  try {
    await untilReady(page);
    await page.waitForFunction(() => window.bench.home?.state.world.complete.get(), undefined, {
      timeout: 90_000,
      polling: 100,
    });
    // Waits until the readings are on the page.
    await page.waitForTimeout(6_000);
    const { spent } = await record(page, 6);
    return { bytes, spent };
  } finally {
    await context.close();
  }
}

const REPOSITORIES = 8;
const ROUNDS = 3;

/** What a page costs more if its home has eight repositories at three kinds of hosts, and not one. */
async function severalRepositories(browser: Browser): Promise<Figure[]> {
  const start = Date.now();
  await using stack = new AsyncDisposableStack();
  const entries: object[] = [];
  for (let index = 0; index < REPOSITORIES; index++) {
    const kind = codeHostKinds[index % codeHostKinds.length]!;
    const repository = { owner: 'me', repo: `repository-${index}` };
    const host = stack.use(await startStandIn(kind, Date.now, repository));
    host.state.commits = commitsEvery(1_800_000, 40, start - index * 60_000).map((commit) => ({
      ...commit,
      sha: `${index}${commit.sha.slice(1)}`,
    }));
    entries.push({ ...repository, kind, url: host.url });
  }
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const homes: string[] = [];
  for (const codeHost of [entries[0], entries]) {
    const config = join(folder, `${homes.length}.json`);
    writeFileSync(config, JSON.stringify({ codeHost }));
    const home = await startProcess('--config', config, '--rate-limit', '1000000');
    stack.defer(() => home.stop());
    homes.push(home.url);
  }
  type Cost = Awaited<ReturnType<typeof pageCost>>;
  const costs: (readonly [Cost, Cost])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, all] = [await pageCost(browser, homes[0]!), await pageCost(browser, homes[1]!)];
    costs.push([one, all]);
  }
  const shown = (await (await fetch(`${homes[1]}api/v1/repos/me/repository-0/commits?limit=50`)).json()) as {
    repo?: string;
  }[];
  if (new Set(shown.map(({ repo }) => repo)).size < REPOSITORIES)
    throw new Error('the home does not show all repositories');
  const sideOf = (which: 0 | 1) => ({
    bytes: mean(costs.map((pair) => pair[which].bytes)),
    frame: quantile(
      costs.flatMap((pair) => [...pair[which].spent]),
      0.5,
    ),
  });
  const [one, all] = [sideOf(0), sideOf(1)];
  return [
    {
      name: 'bytes of a page with eight repositories, to one',
      value: (all.bytes / one.bytes - 1) * 100,
      unit: '%',
      bar: { at: 'most', value: 10 },
      note: `${(one.bytes / 1000).toFixed(0)} kB with one, ${(all.bytes / 1000).toFixed(0)} kB with eight`,
    },
    {
      name: 'JS per frame with eight repositories, more than one',
      value: all.frame - one.frame,
      unit: 'ms',
      bar: { at: 'most', value: 0.2 },
      note: `median ${one.frame.toFixed(2)} ms with one, ${all.frame.toFixed(2)} ms with eight, in turn`,
    },
  ];
}

export async function codeHosts(browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of codeHostKinds) figures.push(...(await requestsOf(kind)));
  return [...figures, ...(await severalRepositories(browser))];
}
