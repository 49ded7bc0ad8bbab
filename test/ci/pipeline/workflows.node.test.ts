import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const names = readdirSync(join(root, '.github/workflows'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const texts = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
/** The part of a workflow that this repository uses; another key is a mistake. */
const step = v.strictObject({
  uses: v.optional(v.string()),
  with: v.optional(texts),
  run: v.optional(v.string()),
  env: v.optional(texts),
});
const workflow = v.strictObject({
  name: v.string(),
  on: v.record(v.string(), v.any()),
  permissions: v.strictObject({ contents: v.literal('read') }),
  concurrency: v.optional(v.strictObject({ group: v.string(), 'cancel-in-progress': v.boolean() })),
  jobs: v.record(
    v.string(),
    v.strictObject({
      if: v.optional(v.string()),
      needs: v.optional(v.array(v.string())),
      'runs-on': v.literal('ubuntu-latest'),
      'timeout-minutes': v.number(),
      steps: v.array(step),
    }),
  ),
});

const workflows = new Map(
  names.map((name) => [name, v.parse(workflow, parse(read(`.github/workflows/${name}`)))]),
);
const stepsOf = (name: string) =>
  Object.values(workflows.get(name)?.jobs ?? {}).flatMap(({ steps }) => steps);

describe('the workflows', () => {
  it('start when the specification says', () => {
    const on = (name: string): unknown => workflows.get(name)?.on;
    assert.deepEqual(on('pull-request.yml'), { pull_request: { branches: ['main'] } });
    assert.deepEqual(on('staging.yml'), {
      schedule: [{ cron: '*/15 * * * *' }],
      push: { branches: ['main'] },
      workflow_dispatch: null,
    });
    assert.deepEqual(on('release.yml'), { push: { tags: ['v*'] } });
    const { push } = on('deploy.yml') as { push: unknown };
    assert.deepEqual(push, { branches: ['main'] });
  });

  it('run every check of a pull request and no more', () => {
    const jobs = workflows.get('pull-request.yml')?.jobs ?? {};
    const runs = Object.entries(jobs).map(([name, { steps }]) => [
      name,
      steps.flatMap(({ run }) => run ?? []),
    ]);
    assert.deepEqual(Object.fromEntries(runs), {
      validate: [
        'npm ci --no-audit --no-fund',
        'npm run build',
        'npx oxfmt --check',
        'node ci/pipeline/validate.ts',
        'bash ci/pipeline/net-lines.sh',
      ],
      tests: ['bash .ci/run'],
      merge: ['bash ci/pipeline/merge.sh'],
    });
  });

  for (const name of names) {
    it(`run only npm and scripts of this repository, one a step and without values in the line: ${name}`, () => {
      for (const { run } of stepsOf(name)) {
        if (
          run === undefined ||
          /^(?:npm (?:ci|audit|pack|sbom)|npx oxfmt)(?: --?[\w=-]+| cyclonedx| \.)*$/.test(run)
        )
          continue;
        const [, script, file] = /^(?:npm run ([\w:]+)|(?:node|bash) ([\w./-]+))$/.exec(run) ?? [];
        assert.ok(script === undefined ? existsSync(join(root, file ?? run)) : scripts[script], run);
      }
    });

    it(`take actions by commit, with their version beside it: ${name}`, () => {
      const lines = read(`.github/workflows/${name}`)
        .split('\n')
        .filter((line) => line.includes('uses:'));
      assert.equal(lines.length, stepsOf(name).filter(({ uses }) => uses).length);
      for (const line of lines) assert.match(line, /uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
      // The token of the run is in no file that a script can read.
      for (const { uses, with: inputs } of stepsOf(name))
        if (uses?.startsWith('actions/checkout@') === true)
          assert.equal(inputs?.['persist-credentials'], false);
    });
  }

  it('give each secret to one step only, and scripts read nothing else than they are given', () => {
    const given = names.flatMap((name) =>
      stepsOf(name).flatMap(({ run = '', env = {} }) =>
        Object.entries(env).map(([variable, value]) => ({
          run,
          variable,
          secret: String(value).includes('secrets.'),
        })),
      ),
    );
    assert.deepEqual(
      given.filter(({ secret }) => secret).map(({ run, variable }) => `${run}: ${variable}`),
      [
        'bash ci/pipeline/deploy-over-ssh.sh: DEPLOY_HOST',
        'bash ci/pipeline/deploy-over-ssh.sh: DEPLOY_SSH_KEY',
        'bash ci/pipeline/deploy-over-ssh.sh: DEPLOY_USER',
        'bash ci/pipeline/merge.sh: MERGE_TOKEN',
      ],
    );
    for (const { run, variable } of given) {
      const [, script = ''] = / ([\w./-]+)$/.exec(run) ?? [];
      assert.ok(read(script).includes(variable), `${run}: ${variable}`);
    }
  });

  it('merge after all checks, with the script of main', () => {
    const { merge, ...checks } = workflows.get('pull-request.yml')?.jobs ?? {};
    assert.deepEqual(merge?.needs, Object.keys(checks));
    assert.equal(merge?.steps[0]?.with?.['ref'], '${{ github.event.pull_request.base.sha }}');
  });

  it('install nothing to merge, deploy and check staging', () => {
    const steps = [...stepsOf('deploy.yml'), ...stepsOf('staging.yml')];
    const { merge } = workflows.get('pull-request.yml')?.jobs ?? {};
    for (const { run } of [...steps, ...(merge?.steps ?? [])])
      if (run !== undefined) assert.match(run, /^bash ci\/pipeline\/[\w-]+\.sh$/);
  });

  it('are described with every variable and secret in the documentation', () => {
    const page = read('docs/pipeline.md');
    const used = names.flatMap((name) =>
      [...read(`.github/workflows/${name}`).matchAll(/(?:vars|secrets)\.(\w+)/g)].map(
        ([, variable = '']) => variable,
      ),
    );
    assert.deepEqual(
      [...new Set(used)].filter((variable) => !page.includes(`\`${variable}\``)),
      [],
    );
    for (const name of names) assert.ok(page.includes(`\`.github/workflows/${name}\``), name);
  });
});
