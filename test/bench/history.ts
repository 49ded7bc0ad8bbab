import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { History } from '../../harness/history/history.ts';
import { NOON, fillNinetyDays } from '../harness/history/histories.ts';
import type { Browser } from '@playwright/test';
import { type Figure, quantile } from './figure.ts';
import { drawHistory } from './history-page.ts';

const READS = 20;

/**
 * The status history of twenty portals over ninety days: the file, the answer, and the time to read it and
 * to draw it on the heartbeat page of a home.
 */
export async function history(browser: Browser, url: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  const file = join(folder, 'history.sqlite');
  const time = { now: NOON, uptime: 0 };
  const kept = new History(file, { now: () => time.now, uptime: () => time.uptime });
  try {
    const subjects = fillNinetyDays(kept, time);
    const times: number[] = [];
    let answer = '';
    for (let i = 0; i < READS; i++) {
      const began = performance.now();
      answer = JSON.stringify(kept.view('90d', subjects));
      times.push(performance.now() - began);
    }
    kept.close();
    const most = (value: number) => ({ at: 'most', value }) as const;
    return [
      {
        name: 'history, 90 days of 20 portals, file',
        value: statSync(file).size / 1e6,
        unit: 'MB',
        bar: most(20),
      },
      {
        name: 'history, 90 days of 20 portals, read',
        value: quantile(times, 0.5),
        unit: 'ms',
        bar: most(50),
      },
      {
        name: 'history, 90 days of 20 portals, brotli',
        value: brotliCompressSync(answer).length / 1000,
        unit: 'kB',
      },
      ...(await drawHistory(browser, url, answer)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
