/**
 * What a coding agent does not wait for: one report to a home that is not on this machine, and what a session has
 * changed, if the owner asks for it. `send.ts` starts this file as a separate process, and the plug-in of OpenCode too.
 */
import { type Place, PLACE_VARIABLE, REPORT_VARIABLE, secretIn } from './send.ts';

const REPORT_MS = 5_000;
const CHANGES_MS = 10_000;

const { HOME_WORLD_URL: url = '' } = process.env;
const report = process.env[REPORT_VARIABLE] ?? '';
const place = process.env[PLACE_VARIABLE] ?? '';

const post = (to: URL, body: string, milliseconds: number): Promise<Response> =>
  fetch(to, {
    method: 'POST',
    headers: { 'x-home-world-key': secretIn(process.env), 'content-type': 'application/json' },
    body,
    // Redirects are not followed, because the token is for this address only.
    redirect: 'manual',
    signal: AbortSignal.timeout(milliseconds),
  });

/** Whether the answer to a report says that the owner asks what the session has changed. */
async function isAsked(response: Response): Promise<boolean> {
  const { changes } = (await response.json()) as { changes?: unknown };
  return response.ok && changes === true;
}

async function sendChanges({ session, folder }: Place): Promise<void> {
  const { changesIn } = await import('./changes.ts');
  const body = JSON.stringify({ session, changes: await changesIn(folder) });
  await post(new URL('changes', url), body, CHANGES_MS);
}

try {
  const response = report === '' ? undefined : await post(new URL(url), report, REPORT_MS);
  if (place !== '' && (!response || (await isAsked(response)))) await sendChanges(JSON.parse(place) as Place);
} catch {
  // A failure is ignored: no program waits for this process.
}
process.exit(0);
