import assert from 'node:assert/strict';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '../../../../data/core/time.ts';
import { Budget } from '../../../../harness/resident/model/budget.ts';
import { temporaryFolder } from '../../helpers.ts';
import { NO_LIMITS } from './model-home.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const used = { read: 400, written: 100, seconds: 30 };

test('counts over a restart and with another process, until the day (UTC) ends', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  let now = NOON;
  const make = () => new Budget(file, { ...NO_LIMITS, tokens: 1_500 }, () => now);
  const [serving, thinking] = [make(), make()];
  serving.spend(used);
  thinking.spend(used);
  assert.equal(serving.spent(), undefined);
  serving.spend(used);
  assert.match(make().spent() ?? '', /budget of today \(1,500 tokens\)/);
  assert.match(thinking.spent() ?? '', /budget of today/);
  now += 12 * 3_600_000;
  assert.equal(serving.spent(), undefined);
  assert.equal(make().spent(), undefined);
});

test('has limits in seconds and in money', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  const prices = { read: 0.5, written: 8 };
  const limits = { tokens: Infinity, seconds: 60, money: 0.002, prices };
  const budget = new Budget(file, limits, () => NOON);
  budget.spend(used);
  assert.equal(budget.spent(), undefined, '0.001 of 0.002');
  budget.spend(used);
  assert.match(budget.spent() ?? '', /\(0\.002 of money, 60 seconds\)/);
});

test('starts again with a damaged file, and counts in memory where it cannot write', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  await writeFile(file, '{"day":"2026-05-01","tokens":-5');
  assert.equal(new Budget(file, { ...NO_LIMITS, tokens: 1 }, () => NOON).spent(), undefined);
  const nowhere = new Budget(
    join(place.path, 'no', 'folder.json'),
    { ...NO_LIMITS, tokens: 500 },
    () => NOON,
  );
  nowhere.spend(used);
  assert.match(nowhere.spent() ?? '', /500 tokens/);
});

test('counts on after a clock was set back, and ends with the day that it shows then', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  let now = NOON;
  const make = () => new Budget(file, { ...NO_LIMITS, tokens: 500 }, () => now);
  const budget = make();
  budget.spend(used);
  now -= DAY_MS;
  assert.match(budget.spent() ?? '', /budget of today/);
  assert.match(make().spent() ?? '', /budget of today/);
  now += DAY_MS;
  assert.equal(make().spent(), undefined);
});

test('is not passed by answers that are written at the same time', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  const budget = new Budget(file, { ...NO_LIMITS, tokens: 1_000 }, () => NOON);
  const most = { read: 400, written: 200, seconds: 0 };
  const [one, other] = [budget.reserve(most), budget.reserve(most)];
  assert.match(budget.spent() ?? '', /may use the rest of its budget of today: ask again in a minute/);
  assert.equal(budget.spent(one), undefined, 'an answer does not stand in its own way');
  budget.release(other);
  assert.equal(budget.spent(), undefined);
});

test('keeps its file for the user of the home, and the rights that the owner gave it', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  const mode = async () => (await stat(file)).mode & 0o777;
  const budget = new Budget(file, NO_LIMITS, () => NOON);
  budget.spend(used);
  assert.equal(await mode(), 0o600);
  await chmod(file, 0o640);
  budget.spend(used);
  assert.equal(await mode(), 0o640);
});
