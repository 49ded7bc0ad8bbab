import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pinnedFetch } from '../../../harness/outbound/pinned-fetch.ts';
import { listen } from '../../helpers/loopback.ts';
import { legacyPortal } from '../../helpers/sources.ts';
import { startHome, until } from '../helpers.ts';
import { COMMITS, elsewhere, remote } from './code-host/remote-host.ts';

/** Longer than a test may take (`test:node`): only the end of the home can end a request. */
const TIMEOUT_MS = 150_000;

/** A server that never answers, and the number of requests to it that are still open. */
async function silentServer() {
  let open = 0;
  const server = await listen((_request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
  });
  return { url: server.url, close: () => server.close(), open: () => open };
}

test('the end of a home ends its checks of portals, those that wait too', async () => {
  const server = await silentServer();
  const home = await startHome({ fetch: pinnedFetch, portalTimeoutMs: TIMEOUT_MS });
  const portals = Array.from({ length: 9 }, (_, index) =>
    legacyPortal(`silent-${index}`, { destination: { url: `${server.url}/${index}` } }),
  );
  await writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify(portals));
  const checked = home.app.home.checkPortals();
  await until(() => server.open() > 0);
  await home.close();
  await checked;
  await until(() => server.open() === 0);
  await server.close();
});

test('the end of a home ends its requests to the code host, and logs no failure of it', async () => {
  const server = await silentServer();
  const lines: string[] = [];
  const home = await startHome({
    settings: { codeHost: { ...elsewhere.codeHost, agents: ['timmy'] } },
    codeHost: remote(server.url, { timeoutMs: TIMEOUT_MS }),
    log: (line) => lines.push(line),
  });
  const answer = fetch(home.url + COMMITS).catch(() => undefined);
  await until(() => server.open() > 0);
  await home.close();
  await answer;
  await until(() => server.open() === 0);
  await server.close();
  assert.deepEqual(lines, []);
});
