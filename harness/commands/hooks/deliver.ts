/** A process of its own: it brings one report to a home that is not on this machine. `send.ts` starts it. */
import { REPORT_VARIABLE, secretIn } from './send.ts';

const { HOME_WORLD_URL: url = '' } = process.env;
const body = process.env[REPORT_VARIABLE] ?? '';
try {
  await fetch(url, {
    method: 'POST',
    headers: { 'x-home-world-key': secretIn(process.env), 'content-type': 'application/json' },
    body,
    // The token is for this address only.
    redirect: 'manual',
    signal: AbortSignal.timeout(5_000),
  });
} catch {
  // The caller does not wait for it.
}
process.exit(0);
