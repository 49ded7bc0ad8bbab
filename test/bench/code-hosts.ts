import { setTimeout as pause } from 'node:timers/promises';
import { codeHostKinds } from '../../harness/config/server-config.ts';
import { findCodeHosts } from '../../harness/gateway/code-host/find-code-host.ts';
import { defaultConfig } from '../../data/config/config.ts';
import { startHome } from '../harness/helpers.ts';
import { commitsEvery, startStandIn } from '../helpers/code-hosts.ts';
import type { Figure } from './figure.ts';

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

export async function codeHosts(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of codeHostKinds) figures.push(...(await requestsOf(kind)));
  return figures;
}
