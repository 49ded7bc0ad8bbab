import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { NOTICES, packagesIn } from '../../../ci/build/notices.ts';
import { audit } from '../../../ci/release/audit.ts';
import { isAllowed, licenceTable } from '../../../ci/release/licences.ts';
import { notesOf } from '../../../ci/release/notes.ts';
import { bundledPackages, runtimePackages } from '../../../ci/release/packages.ts';
import { type Sbom, releaseOnly, sbom } from '../../../ci/release/sbom.ts';
import { listen } from '../../helpers/loopback.ts';

const root = resolve(import.meta.dirname, '../../..');
const notBuilt = existsSync(join(root, 'dist', NOTICES)) ? false : 'dist/ is not built';
const { dependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  version: string;
};
const CHANGES =
  '# Changes\n\nOne line a change.\n\n## 1.1.0\n\n- Ten\n- Eleven\n\n## 1.0.0 (first)\n\n- One\n\n## 0.9.0\n';

describe('the release notes', () => {
  it('are the part of CHANGELOG.md of one version, by its number or its tag', () => {
    assert.equal(notesOf(CHANGES, '1.1.0'), '- Ten\n- Eleven');
    assert.equal(notesOf(CHANGES, 'v1.0.0'), '- One');
    assert.ok(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version).startsWith('- '));
  });

  it('name the versions that there are, for one that is not there or is empty', () => {
    for (const wrong of ['2.0.0', '1.1', 'v', ''])
      assert.throws(() => notesOf(CHANGES, wrong), {
        message: `CHANGELOG.md has no version ${wrong}.`,
        fix: /^It has 1\.1\.0, 1\.0\.0, 0\.9\.0;/,
      });
    assert.throws(() => notesOf(CHANGES, '0.9.0'), /no changes below the version 0\.9\.0/);
    assert.throws(() => notesOf('# Changes\n', '1.0.0'), { fix: /^It has none;/ });
  });

  it('fail the job with one sentence, as a program', async () => {
    const { code, output } = await new Promise<{ code: unknown; output: string }>((done) => {
      const script = join(root, 'ci/release/notes.ts');
      execFile(process.execPath, [script], { env: { TAG: 'v99.0.0' } }, (error, stdout, stderr) =>
        done({ code: error?.code, output: stdout + stderr }),
      );
    });
    assert.equal(code, 1);
    assert.match(output, /^CHANGELOG\.md has no version v99\.0\.0\.\n {2}It has /);
  });
});

describe('the licences', () => {
  it('of all packages that reach an owner are in the list', { skip: notBuilt }, async () => {
    const [runtime, bundled] = [await runtimePackages(root), await bundledPackages(root)];
    const table = licenceTable(runtime, bundled);
    for (const name of Object.keys(dependencies)) assert.ok(table.includes(`| ${name}@`), name);
    assert.match(table, /^\| lit-html@\S+ \| BSD-3-Clause \| in the pages \|$/m);
    assert.match(table, /^\| valibot@\S+ \| MIT \| installed, in the pages \|$/m);
    assert.doesNotMatch(table, /^\| (?:rollup|typescript|react)@/m);
  });

  it('name the package whose licence is not in it, or that names none', () => {
    const one = (license?: string) => [{ name: '@some/one', version: '2.0.0', license }];
    assert.throws(() => licenceTable(one('GPL-3.0-only'), []), {
      message: '@some/one@2.0.0: the licence “GPL-3.0-only” is not in the list.',
    });
    assert.throws(() => licenceTable([], one()), /^UserError: @some\/one@2\.0\.0: .*no licence named/);
  });

  it('are read as SPDX expressions', () => {
    for (const good of ['MIT', '(MPL-2.0 OR Apache-2.0)', '(MIT AND ISC)', 'GPL-2.0 OR MIT'])
      assert.ok(isAllowed(good), good);
    for (const bad of ['MIT AND GPL-2.0', 'MIT OR (', '(MIT OR ISC) AND GPL-2.0', 'SEE LICENSE IN x', ''])
      assert.ok(!isAllowed(bad), bad);
  });

  it('are in the pages with their texts', { skip: notBuilt }, () => {
    const notices = readFileSync(join(root, 'dist', NOTICES), 'utf8');
    const parts = notices.split(/^## (?=\S+ \d\S+ \()/m).slice(1);
    assert.equal(parts.length, packagesIn(notices).length);
    for (const part of parts) assert.match(part, /copyright|unencumbered/i, part.slice(0, 60));
  });
});

describe('the list of packages of a release', () => {
  it('has what is installed and what is in the pages, and no registry', { skip: notBuilt }, async () => {
    const { components, metadata, dependencies: edges } = await sbom(root);
    const names = new Set(components.map(({ name }) => name));
    for (const name of [...Object.keys(dependencies), 'lit-html', 'marked']) assert.ok(names.has(name), name);
    for (const name of ['rollup', 'typescript', 'react']) assert.ok(!names.has(name), name);
    assert.equal(metadata.component.name, 'home-world');
    const refs = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
    for (const { ref, dependsOn } of edges)
      for (const one of [ref, ...dependsOn]) assert.ok(refs.has(one), one);
  });

  it('leaves out where a package was loaded from', () => {
    const component = {
      'bom-ref': 'ws@8.0.0',
      name: 'ws',
      version: '8.0.0',
      externalReferences: [
        { type: 'distribution', url: 'https://registry.internal/ws.tgz' },
        { type: 'vcs', url: 'https://github.com/websockets/ws' },
      ],
    };
    const all: Sbom = {
      metadata: { component: { ...component, 'bom-ref': 'home-world@1.0.0', name: 'folder' } },
      components: [component, { ...component, 'bom-ref': 'ws@7.0.0', version: '7.0.0' }],
      dependencies: [{ ref: 'home-world@1.0.0', dependsOn: ['ws@8.0.0', 'ws@7.0.0'] }],
    };
    const text = JSON.stringify(releaseOnly(all, new Set(['ws@8.0.0'])));
    assert.doesNotMatch(text, /registry\.internal|7\.0\.0|folder/);
    assert.match(text, /github\.com\/websockets/);
  });
});

describe('the audit', () => {
  /** npm keeps advisories it has seen, and asks again after ten seconds: neither here. */
  async function auditAt(url: string): Promise<string> {
    await using cache = await mkdtempDisposable(join(tmpdir(), 'home-world-audit-'));
    const settings = {
      npm_config_registry: url,
      npm_config_fetch_retries: '0',
      npm_config_cache: cache.path,
    };
    return await audit({ ...process.env, ...settings });
  }

  /** What npm makes of a registry's answer, as `audit` reports it. */
  async function auditWith(status: number, body: unknown): Promise<string> {
    await using registry = await listen(({ method }, response) => {
      response.writeHead(method === 'POST' ? status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    return await auditAt(registry.url);
  }
  const advisory = (severity: string) => ({
    fastify: [
      {
        id: 1,
        url: 'https://advisories.example/1',
        title: 'Answers \u001b[31mtoo much',
        severity,
        vulnerable_versions: '>=0',
      },
    ],
  });

  it('says in one line that the registry offers none', async () => {
    assert.equal(
      await auditWith(405, {}),
      'The registry offers no audit (it answers 405), so nothing is checked.',
    );
  });

  it('passes without a weakness and with a low one, and fails for a high one', async () => {
    assert.equal(await auditWith(200, {}), 'No known weakness.');
    assert.match(await auditWith(200, advisory('low')), /of a lower degree: .*fastify/);
    await assert.rejects(auditWith(200, advisory('high')), {
      message: /^fastify: high; Answers .*too much \(https:\/\/advisories\.example\/1\)/m,
      fix: /npm audit fix/,
    });
  });

  it('fails where nothing answers', async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    await assert.rejects(auditAt(gone.url), /npm could not ask the registry: /);
  });
});
