import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../../data/core/time.ts';
import { Budget } from '../../../harness/model/budget.ts';
import { temporaryFolder } from '../helpers.ts';
import { NO_LIMITS } from '../resident/model/model-home.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const used = { read: 400, written: 100, seconds: 30 };

test('counts over a restart and with another process, until the day (UTC) ends', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  let now = NOON;
  const make = () => new Budget(file, { ...NO_LIMITS, tokens: 1_500 }, { now: () => now });
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
  const budget = new Budget(file, limits, { now: () => NOON });
  budget.spend(used);
  assert.equal(budget.spent(), undefined, '0.001 of 0.002');
  budget.spend(used);
  assert.match(budget.spent() ?? '', /\(0\.002 of money, 60 seconds\)/);
});

test('counts on after a clock was set back, and ends with the day that it shows then', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'model-usage.json');
  let now = NOON;
  const make = () => new Budget(file, { ...NO_LIMITS, tokens: 500 }, { now: () => now });
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
  const budget = new Budget(file, { ...NO_LIMITS, tokens: 1_000 }, { now: () => NOON });
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
  const budget = new Budget(file, NO_LIMITS, { now: () => NOON });
  budget.spend(used);
  assert.equal(await mode(), 0o600);
  await chmod(file, 0o640);
  budget.spend(used);
  assert.equal(await mode(), 0o640);
});

test('counts in memory where it cannot write', async () => {
  await using place = await temporaryFolder();
  const nowhere = new Budget(
    join(place.path, 'no', 'folder.json'),
    { ...NO_LIMITS, tokens: 500 },
    { now: () => NOON },
  );
  nowhere.spend(used);
  assert.match(nowhere.spent() ?? '', /500 tokens/);
});

describe('a damaged file', () => {
  const limits = { ...NO_LIMITS, tokens: 1_500 };
  const damage = (file: string) => writeFile(file, '{"day":"2026-05-01","tokens":-5');

  test('is kept, reported once, and uses up the budget until the day ends', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'model-usage.json');
    await damage(file);
    const log: string[] = [];
    let now = NOON;
    const make = () => new Budget(file, limits, { now: () => now, log: (line) => log.push(line) });
    const budget = make();
    for (const one of [budget, budget, make()]) assert.match(one.spent() ?? '', /lost count .* 00:00 UTC/);
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /kept as model-usage\.json\.damaged.*delete model-usage\.json\.$/);
    assert.ok(!log[0]?.includes(place.path));
    assert.match(await readFile(`${file}.damaged`, 'utf8'), /"tokens":-5$/);
    now += 12 * 3_600_000;
    assert.equal(budget.spent(), undefined);
    assert.equal(make().spent(), undefined);
  });

  test('lets the model answer as soon as the owner deletes the damaged file', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'model-usage.json');
    await damage(file);
    const budget = new Budget(file, limits, { now: () => NOON });
    assert.ok(budget.spent());
    await rm(file);
    assert.equal(budget.spent(), undefined);
    budget.spend(used);
    budget.spend(used);
    budget.spend(used);
    assert.match(budget.spent() ?? '', /1,500 tokens/);
  });

  test('changes nothing for a process that knows the count of today', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'model-usage.json');
    const [serving, thinking] = [0, 1].map(() => new Budget(file, limits, { now: () => NOON }));
    thinking?.spend(used);
    assert.equal(serving?.spent(), undefined, 'it has read the count of the other');
    await damage(file);
    serving?.spend(used);
    serving?.spend(used);
    assert.match(serving?.spent() ?? '', /1,500 tokens/);
    assert.match(new Budget(file, limits, { now: () => NOON }).spent() ?? '', /1,500 tokens/);
  });

  test('of an earlier day says that nothing was used today, and without a limit nothing is lost', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'model-usage.json');
    await damage(file);
    const yesterday = new Date(NOON - 86_400_000);
    await utimes(file, yesterday, yesterday);
    const budget = new Budget(file, limits, { now: () => NOON });
    assert.equal(budget.spent(), undefined);
    await damage(file);
    assert.equal(new Budget(file, NO_LIMITS, { now: () => NOON }).spent(), undefined);
  });

  test('counts as damaged if it is a folder', async () => {
    await using place = await temporaryFolder();
    const file = join(place.path, 'model-usage.json');
    await mkdir(file);
    const log: string[] = [];
    const budget = new Budget(file, limits, { now: () => NOON, log: (line) => log.push(line) });
    assert.match(budget.spent() ?? '', /lost count/);
    assert.ok(budget.spent());
    assert.equal(log.length, 1);
  });
});
