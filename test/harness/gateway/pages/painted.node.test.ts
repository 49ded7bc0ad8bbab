import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { placeAt } from '../../../helpers/hour-places.ts';
import { defaultConfig, skyHours } from '../../../../data/config/config.ts';
import { startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const PAGE =
  '<!doctype html><html><body><picture><source srcset="painted/wide-clear-dusk.avif"><img src="painted/wide-clear-dusk.webp" alt=""></picture></body></html>';

describe('the picture of the start view in the first HTML', () => {
  for (const hour of skyHours)
    it(`is that of ${hour} where it is ${hour} at the home’s place`, async () => {
      const weather = { ...defaultConfig.weather, ...placeAt(hour, NOW) };
      await using home = await startHome({ settings: { weather }, now: () => NOW });
      await mkdir(join(home.folder, 'public'), { recursive: true });
      await writeFile(join(home.folder, 'public/index.html'), PAGE);
      const page = String((await raw(home.url, '/')).body);
      assert.ok(page.includes(`painted/wide-clear-${hour}.webp`), page);
      // The file is the same at each hour, for the offline copy.
      assert.ok(String((await raw(home.url, '/index.html')).body).includes('painted/wide-clear-dusk.webp'));
    });

  it('has the weather of the reading once there is one, where the browser knows AVIF', async () => {
    await using home = await startHome({ now: () => NOW });
    await mkdir(join(home.folder, 'public'), { recursive: true });
    await writeFile(join(home.folder, 'public/index.html'), PAGE);
    const names = async () => String((await raw(home.url, '/')).body).match(/wide-[\w.-]+/g);
    const [before = ''] = (await names()) ?? [];
    assert.match(before, /^wide-clear-\w+\.avif$/);
    const value = { temperatureF: 29.3, code: 73, label: 'Snow' } as const;
    home.app.home.state.readings.weather.set({ state: 'live', source: 'x', fetchedAt: NOW, value });
    assert.deepEqual(await names(), [before.replace('clear', 'snow'), before.replace('avif', 'webp')]);
  });
});
