import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { recordedText } from '../helpers/recorded.ts';
import { commitsAsOf } from '../helpers/upstreams.ts';
import { sharedHome } from './shared-home.ts';
import { withoutWebgl } from './without-webgl.ts';

const SECRET = 'the-secret-of-the-webhooks';
const home = sharedHome({ env: { HOME_WORLD_HOOK_SECRET: SECRET } });

/** Sends a recorded webhook of Gitea, which is about this home's repository and about now. */
async function deliver(event: string, recording: string, repository: string): Promise<string> {
  const body = recordedText(`hooks/${recording}.json`)
    .replaceAll(repository, 'timmy/lit')
    .replaceAll(/2023-12-05T18:35:31Z|2022-07-24T20:31:29\+02:00/g, new Date().toISOString());
  const response = await fetch(`${home.url}api/hooks/code-host`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gitea-event': event,
      'x-gitea-delivery': event,
      'x-gitea-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    },
    body,
  });
  const { status } = (await response.json()) as { status: string };
  return status;
}

test('a webhook brings a merge and new commits to an open page at once', async ({ page }) => {
  // What the page says is the same without a world, which would take most of the time.
  await withoutWebgl(page);
  await page.clock.install();
  await page.goto(home.url);
  const news = page.locator('hw-news');
  await expect(page.locator('hw-hud')).toContainText('1 of 2 active today');
  // From now on the page announces what is new.
  await expect(news.getByRole('status')).toBeAttached();
  expect(await deliver('pull_request', 'gitea-pull-merged', 'anbraten/test-repo')).toBe('accepted');
  await expect(news).toContainText('Adjust file');

  const [newest, ...older] = commitsAsOf(Date.now() + 1_000);
  if (!newest) throw new Error('there is no recorded commit');
  const fresh = {
    ...newest,
    sha: 'f'.repeat(40),
    commit: { ...newest.commit, message: 'Hang the lanterns' },
  };
  home.upstreams.codeHost.mode = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([fresh, newest, ...older]),
  };
  expect(await deliver('push', 'gitea-push', 'meisam/woodpecktester')).toBe('accepted');
  // The time of the first line ends. News that come only after it are shown at once.
  await page.clock.fastForward(9_000);
  await expect(news).toContainText('Hang the lanterns');
});
