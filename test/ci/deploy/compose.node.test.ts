import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { serve } from '../../../harness/server/serve.ts';
import { variableOf } from '../../../harness/core/options.ts';
import { providers } from '../../../harness/model/providers.ts';
import { dockerfile, root } from './stages.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly profiles?: readonly string[];
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[];
  readonly init?: boolean;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: Readonly<Record<string, unknown>>;
}

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const file = parse(text, { merge: true }) as {
  readonly version: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(file.services);
/** A text with the defaults of its variables: `${NAME:-default}`. */
const withDefaults = (value: string): string => value.replace(/\$\{\w+:?-([^}]*)\}/g, '$1');

const compose =
  spawnSync('docker', ['compose', 'version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

describe('docker-compose.yml', () => {
  it('is what Compose accepts', { skip: compose ? false : 'there is no docker compose' }, () => {
    const args = ['compose', '--profile', 'tls', '--profile', 'gateways', 'config', '--quiet'];
    const { status, stderr } = spawnSync('docker', args, { cwd: root, encoding: 'utf8', timeout: 60_000 });
    assert.equal(status, 0, stderr);
  });

  it('has format 3.9, and publishes the home, its second one and the bridge on this machine only', () => {
    assert.equal(file.version, '3.9');
    const ports = (name: string): string[] => (file.services[name]?.ports ?? []).map(withDefaults);
    assert.deepEqual(ports('main'), ['127.0.0.1:4200:80']);
    assert.deepEqual(ports('staging'), ['127.0.0.1:4201:80']);
    // Whatever HOME_WORLD_BIND says: without a proxy in front, a client could claim any address.
    assert.deepEqual(file.services['bridge']?.ports, ['127.0.0.1:8765:8765']);
    assert.deepEqual(file.services['tls']?.profiles, ['tls']);
  });

  it('gives no service more rights than it needs', () => {
    for (const [name, { read_only, cap_drop, security_opt, volumes = [] }] of services) {
      assert.equal(read_only, true, name);
      assert.deepEqual(cap_drop, ['ALL'], name);
      assert.deepEqual(security_opt, ['no-new-privileges:true'], name);
      assert.ok(!volumes.some((volume) => volume.includes('docker.sock')), name);
    }
  });

  it('starts every service again after a crash or a restart of the machine', () => {
    for (const [name, { restart }] of services) assert.equal(restart, 'unless-stopped', name);
  });

  it('gives the gateways an init process, so that they can be stopped while they start', () => {
    for (const [name, { build, init }] of services)
      assert.equal(init === true, build?.target === 'gateway', name);
  });

  it('builds targets of the Dockerfile with a health check, and names only volumes and services that it has', () => {
    const targets = dockerfile()
      .getFROMs()
      .map((from) => from.getBuildStage());
    assert.equal(dockerfile().getHEALTHCHECKs().length, 2);
    for (const [name, { build, image, healthcheck, volumes = [], depends_on = [] }] of services) {
      if (build) assert.ok(targets.includes(build.target) && healthcheck, name);
      else assert.match(image, /:\d+\.\d+/, name);
      for (const service of depends_on) assert.ok(service in file.services, service);
      for (const [source = ''] of volumes.map((volume) => withDefaults(volume).split(':')))
        assert.ok(source.startsWith('.') || source in file.volumes, source);
    }
  });

  it('has a second gateway with the settings of the first, and a NATS server that no port leads to', () => {
    const { bridge, 'second-bridge': second, nats } = file.services;
    assert.deepEqual(second?.environment, bridge?.environment);
    assert.deepEqual(second?.networks, { default: { aliases: ['gateways'] } });
    assert.deepEqual(bridge?.networks, second?.networks);
    assert.notDeepEqual(second?.volumes, bridge?.volumes, 'a data folder has one gateway');
    assert.equal(nats?.ports, undefined);
    for (const service of [second, nats]) assert.deepEqual(service?.profiles, ['gateways']);
  });

  it('passes on only variables that the home knows, and every one that a model needs', () => {
    const known = [
      ...serve.flags.map(variableOf),
      'HOME_WORLD_CODE_HOST_TOKEN',
      'HOME_WORLD_BRIDGE_TOKEN',
      'HOME_WORLD_HOOK_SECRET',
      'HOME_WORLD_METRICS_TOKEN',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      ...providers.map(({ id }) => `${id.toUpperCase()}_API_KEY`),
    ];
    for (const name of ['bridge', 'second-bridge', 'staging-bridge']) {
      const passed = Object.keys(file.services[name]?.environment ?? {});
      assert.deepEqual(
        passed.filter((variable) => !known.includes(variable)),
        [],
      );
      for (const { id } of providers)
        for (const variable of [`HOME_WORLD_${id.toUpperCase()}_MODEL`, `${id.toUpperCase()}_API_KEY`])
          assert.ok(passed.includes(variable), variable);
    }
    const script = readFileSync(join(root, 'deploy/nginx/start.sh'), 'utf8');
    for (const name of ['main', 'staging'])
      for (const variable of Object.keys(file.services[name]?.environment ?? {}))
        assert.ok(script.includes(`: "\${${variable}:=`), variable);
  });
});
