/**
 * The smoke check of staging (specification 7 and 8): its address must answer 200. It uses nothing
 * that npm installs.
 *
 *   node ci/pipeline/smoke.ts    reads STAGING_URL
 */
import { fetchFailure } from '../../harness/core/fetch-failure.ts';
import { UserError } from '../../harness/core/user-error.ts';
import { runStep, setting } from './step.ts';

const TIMEOUT_MS = 20_000;

/** The line for the log. Throws a `UserError` with the status if it is not 200. */
export async function smoke(env: NodeJS.ProcessEnv): Promise<string> {
  const address = setting(env, 'STAGING_URL');
  if (address === undefined) return 'The variable STAGING_URL is not set, so nothing is checked.';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UserError(
      'STAGING_URL is not an http or https address without a name and password.',
      'Correct the variable, for example to https://staging.home.example/.',
      2,
    );
  // Without a query, which may contain a key.
  const shown = url.origin + url.pathname;
  let status: number;
  try {
    const response = await fetch(url, {
      // A redirect is an answer other than 200: to a page for signing in, for example.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    ({ status } = response);
    await response.body?.cancel();
  } catch (error) {
    throw new UserError(
      `Staging does not answer at ${shown}: ${fetchFailure(error)}`,
      'Look whether the staging container runs: “docker compose ps staging” on the server.',
    );
  }
  if (status === 200) return `Staging answers 200 at ${shown}.`;
  throw new UserError(
    `Staging answers ${status} instead of 200 at ${shown}.`,
    'Look at its log: “docker compose logs staging” on the server.',
  );
}

if (import.meta.main) await runStep(async () => console.log(await smoke(process.env)));
