import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemo } from '../../../harness/demo/demo.ts';
import { readRecordings } from '../../../harness/demo/recordings.ts';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { observabilityOf } from '../../../harness/observability/observability.ts';
import { type Route, routesOf, startMarkedHome } from './marked-home.ts';

/** What a route says about who may use it: the word itself, or that it depends on the address. */
const accessOf = ({ config }: Route): string | undefined => {
  const { access } = config() ?? {};
  return typeof access === 'function' ? 'by address' : access;
};
const linesOf = (routes: readonly Route[], fits: (access: string) => boolean): string[] => {
  const lines = routes.flatMap((route) => {
    const access = accessOf(route);
    if (access === undefined || !fits(access) || route.method === 'HEAD') return [];
    return [`${route.method} ${route.url}${access === 'open' ? '' : ` ${access}`}`];
  });
  return [...new Set(lines)].sort();
};

/**
 * Every route of a home that strangers can reach, whatever the owner has chosen. A new one is closed; to open it, add it
 * here, and think about what a stranger learns from it.
 */
const OPEN = [
  'DELETE /api/owner',
  'DELETE /mcp',
  'GET /api/owner',
  'GET /api/world/ws',
  'GET /door',
  'GET /door.html',
  'GET /healthz',
  'GET /mcp',
  'GET /metrics',
  'POST /api/asks',
  'POST /api/changes',
  'POST /api/events',
  'POST /api/hooks/code-host',
  'POST /api/letters/take',
  'POST /api/link',
  'POST /api/otlp/v1/logs',
  'POST /api/otlp/v1/metrics',
  'POST /api/otlp/v1/traces',
  'POST /api/owner',
  'POST /api/owner/sign-in',
  'POST /api/owner/sign-in/options',
  'POST /api/usage',
  'POST /mcp',
  'PUT /api/plays/:id/screens/:number',
];
/** The routes that an owner can let strangers see, with the part of the home to which each belongs. */
const SHOWN = [
  'GET / pages',
  'GET /* by address',
  'GET /api/activity.json activity',
  'GET /api/day.json sessions',
  'GET /api/day.md sessions',
  'GET /api/health/portals portals',
  'GET /api/history.json history',
  'GET /api/open-work.json open-work',
  'GET /api/plays plays',
  'GET /api/plays/:id/log plays',
  'GET /api/plays/:id/screens/:number plays',
  'GET /api/readings/:file by address',
  'GET /api/sessions.json by address',
  'GET /api/status.json pages',
  'GET /api/v1/repos/:owner/:repo/commits commits',
  'GET /api/v1/repos/:owner/:repo/git/commits/:name commits',
  'GET /api/v1/repos/:owner/:repo/git/commits/:name/checks open-work',
  'GET /api/v1/repos/:owner/:repo/open-pulls/:name open-work',
  'GET /api/v1/repos/:owner/:repo/open-pulls/:name/checks open-work',
  'GET /api/v1/repos/:owner/:repo/pulls merged',
  'GET /api/v1/repos/:owner/:repo/pulls/:name merged',
  'GET /api/v1/repos/:owner/:repo/pulls/:name/checks open-work',
  'GET /badge/:file by address',
  'GET /badge/agent/:file by address',
  'GET /badge/portal/:file by address',
  'GET /badge/uptime/:file by address',
  'GET /config.json pages',
  'GET /door-manifest.json pages',
  'GET /embed.css pages',
  'GET /embed/:name by address',
  'GET /feed.xml pages',
  'GET /heartbeat.html pages',
  'GET /index.html pages',
  'GET /llms.txt pages',
  'GET /manifest.json pages',
  'GET /oembed pages',
  'GET /sovereignty-status.json sovereignty',
  'GET /wall pages',
  'GET /widgets.html pages',
];
const DEMO = [
  'GET /demo/chain/api/blocks/tip/height',
  'GET /demo/code-host/api/v1/repos/:owner/:repo/commits',
  'GET /demo/code-host/api/v1/repos/:owner/:repo/pulls',
  'GET /demo/code-host/api/v1/repos/timmy/lit/git/commits/:name',
  'GET /demo/code-host/api/v1/repos/timmy/lit/pulls/:name',
  'GET /demo/relay',
  'GET /demo/weather/v1/forecast',
];

describe('the routes of a home that is not public', () => {
  it('are closed, except those that are listed here', async () => {
    const env = { HOME_WORLD_METRICS_TOKEN: 'the-secret-of-the-metrics' };
    const observability = await observabilityOf(env, '1.0.0');
    await using home = await startMarkedHome('owner', { observability });
    assert.deepEqual(
      linesOf(home.routes, (access) => access === 'open'),
      OPEN,
    );
    assert.deepEqual(
      linesOf(home.routes, (access) => access !== 'open'),
      SHOWN,
    );
    // The bridge of a home without pages.
    const routes = await routesOf(async () => (await createBridgeListener(home.app.home, 0, true)).close());
    for (const line of linesOf(routes, () => true)) assert.ok([...OPEN, ...SHOWN].includes(line), line);
  });

  it('are those of its recordings in a demo', async () => {
    await using home = await startMarkedHome('owner', {
      demo: createDemo(await readRecordings(Date.now())),
    });
    assert.deepEqual(
      linesOf(home.routes, (access) => access === 'open').filter((line) => !OPEN.includes(line)),
      DEMO,
    );
  });
});
