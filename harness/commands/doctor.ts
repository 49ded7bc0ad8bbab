import { counted } from '../../data/readings/format.ts';
import { examine } from '../doctor/doctor.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Command, Flag, FlagValues } from '../core/options.ts';
import { safeJson, terminalText } from '../core/escape.ts';
import { modelFlags } from '../model/model-flags.ts';
import { flags as serveFlags } from '../server/serve-flags.ts';

const SHARED = new Set([
  'port',
  'host',
  'config',
  'data',
  'repo',
  'bridge-port',
  'dist',
  'public-url',
  'trust-proxy',
  'nats',
  'nats-world',
]);
/** Wide enough for “proxy websocket” and “conversations.sqlite”. */
const NAME_WIDTH = 20;

const own: readonly Flag[] = [
  { name: 'json', help: 'print one JSON object instead of text' },
  {
    name: 'timeout',
    range: [1, 60],
    value: 'SECONDS',
    fallback: 10,
    help: 'how long each server may take to answer',
  },
];

const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  note: 'note   ',
  problem: 'PROBLEM',
};

function printFinding({ name, state, says, fix }: Finding): void {
  const [first = '', ...more] = terminalText(says).split('\n');
  const indent = ' '.repeat(2 + marks.ok.length + 2 + NAME_WIDTH + 1);
  process.stdout.write(`  ${marks[state]}  ${name.padEnd(NAME_WIDTH)} ${first}\n`);
  for (const line of more) process.stdout.write(`${indent}${line.trim()}\n`);
  if (fix !== undefined) process.stdout.write(`${indent}→ ${terminalText(fix)}\n`);
}

async function run(values: FlagValues, env: NodeJS.ProcessEnv): Promise<number> {
  const checks = await examine(values, env);
  const isJson = values['json'] === true;
  const findings: Finding[] = [];
  // The checks run at the same time. Their findings are shown in this order, each as soon as possible.
  for (const check of checks)
    for (const finding of [await check].flat()) {
      findings.push(finding);
      if (!isJson) printFinding(finding);
    }
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const isWell = problems === 0;
  if (isJson) process.stdout.write(`${safeJson({ ok: isWell, checks: findings })}\n`);
  else process.stdout.write(isWell ? 'Everything works.\n' : `${counted(problems, 'problem')}.\n`);
  return isWell ? 0 : 1;
}

export const doctor: Command = {
  details: [
    'Give it the flags and the environment with which you start the home. It tries the pages, the configuration,',
    'the data folder, the ports, the tokens, the code host, the weather, the block explorer, the relays, the NATS',
    'server of --nats, the model and, with --public-url, the way of a visitor: name, proxy, headers and WebSocket.',
    'It changes nothing.',
    'With a model, it sends one short question, which the provider may charge.',
    '',
    'Exit codes: 0 everything works · 1 a problem · 2 wrong command line',
  ].join('\n'),
  flags: [...own, ...serveFlags.filter(({ name }) => SHARED.has(name)), ...modelFlags],
  run,
};
