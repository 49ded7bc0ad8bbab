import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { openCheaply, waitForModule } from './tour.ts';

const COMMITS = 334;

test.use({ timezoneId: 'UTC' });

/** Yesterday, a complete day. */
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
let home: TestHome;
let repository: string;

test.beforeAll(async () => {
  repository = mkdtempSync(join(tmpdir(), 'home-world-busy-'));
  execFileSync('git', ['init', '-q', '-b', 'main', repository]);
  const begin = Date.parse(`${day}T07:10:00Z`) / 1000;
  const commits = Array.from({ length: COMMITS }, (_unused, index) => {
    const who = `Ada <ada@private.example> ${begin + index * 120} +0000`;
    return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 6\nCommit\n\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repository, input: commits.join('') });
  home = await startTestHome({ flags: ['--repo', repository] });
});
test.afterAll(async () => {
  await home.close();
  rmSync(repository, { recursive: true, force: true });
});

test('the time-lapse replays every commit of a busy day in a local repository', async ({ page }) => {
  await openCheaply(page, home.url, `#view=time-lapse&day=${day}`);
  await waitForModule(page, 'video-recorder');
  const bar = page.locator('hw-time-lapse');
  await expect(bar).toContainText(`of ${COMMITS}`);
  await expect(bar).not.toContainText('known from');
  await expect(bar).not.toContainText(`${COMMITS}+`);
  await expect(bar.getByRole('combobox', { name: 'Day' }).locator('option:checked')).toContainText(
    `(${COMMITS})`,
  );
});
