import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Gl, chromeFlags, ensureChrome } from '../../ci/chrome.ts';
import { type Figure, quantile } from './figure.ts';

const VERSION = '13.5.0';
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, `node_modules/.cache/home-world/lighthouse-${VERSION}`);
const run = promisify(execFile);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/**
 * The number of runs. The result is their median, because the speed of a single run depends on the other work
 * of the machine.
 */
const RUNS = 3;

/** The part of a report that is read; its scores are 0 to 1. */
interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { score: number | null; displayValue?: string }>>;
}

/**
 * Installs Lighthouse once, into a separate folder: as a dependency it would add a hundred packages to every
 * installation.
 */
async function lighthouseProgram(): Promise<string> {
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${VERSION}`];
  await run('npm', args, { timeout: 300_000 }).catch((error: unknown) => {
    const [line = ''] = String(error).split('\n');
    throw new Error(`lighthouse@${VERSION} is missing: npm could not install it (${line})`);
  });
  return program;
}

/** The audits that keep a category below 100, as in `largest-contentful-paint 2.1 s`. */
function missedIn({ categories: all, audits }: Report, name: string): string {
  const missed = (all[name]?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
  );
  return missed.map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(' ')).join(', ');
}

/** Lighthouse on a page, as it measures phones: the median of its scores. */
export async function lighthouse(url: string, gl: Gl): Promise<Figure[]> {
  const program = await lighthouseProgram();
  const reports: Report[] = [];
  for (let i = 0; i < RUNS; i++) {
    const { stdout } = await run(
      process.execPath,
      [
        program,
        url,
        '--output=json',
        '--quiet',
        '--no-enable-error-reporting',
        `--only-categories=${categories.join()}`,
        `--chrome-flags=${chromeFlags(gl).join(' ')}`,
      ],
      {
        timeout: 180_000,
        maxBuffer: 64_000_000,
        env: { ...process.env, CHROME_PATH: ensureChrome() },
      },
    );
    reports.push(JSON.parse(stdout) as Report);
  }
  return categories.map((name) => {
    const scores = reports.map(({ categories: all }) => Math.round((all[name]?.score ?? 0) * 100));
    const note = [...new Set(reports.map((report) => missedIn(report, name)))].filter(Boolean).join('; ');
    return {
      name: `Lighthouse ${VERSION}, heartbeat page: ${name}`,
      value: quantile(scores, 0.5),
      unit: '',
      bar: { at: 'least', value: 100 },
      ...(note !== '' && { note }),
    };
  });
}
