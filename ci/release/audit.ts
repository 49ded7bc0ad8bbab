/**
 * Asks npm's registry for known weaknesses of the packages that an installation without build tools has.
 *
 *   node ci/release/audit.ts    fails for a high or critical one
 */
import { terminalText } from '../../harness/core/terminal-text.ts';
import { UserError } from '../../harness/core/user-error.ts';
import { runStep } from '../pipeline/step.ts';
import { jsonOf, npm } from './npm.ts';

interface Weak {
  readonly name: string;
  readonly severity: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}
/** A report, or what the registry answered in its place. */
interface Answer {
  readonly vulnerabilities?: Readonly<Record<string, Weak>>;
  readonly statusCode?: number;
}

const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);

const lineOf = ({ name, severity, via }: Weak): string =>
  `${name}: ${severity}; ${via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} (${cause.url})`)).join('; ')}`;

/** The line for the log. Throws for a grave weakness, and if npm has no answer at all. */
export async function audit(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { output, errors } = await npm(['audit', '--omit=dev', '--audit-level=high', '--json'], env);
  const { vulnerabilities, statusCode } = (jsonOf(output) ?? {}) as Answer;
  if (vulnerabilities === undefined && statusCode !== undefined)
    return `The registry offers no audit (it answers ${statusCode}), so nothing is checked.`;
  if (vulnerabilities === undefined)
    throw new UserError(
      `npm could not ask the registry: ${terminalText(errors).trim()}`,
      'Look whether this machine reaches the registry, then run it again.',
    );
  const all = Object.values(vulnerabilities);
  const grave = all.filter(({ severity }) => GRAVE.has(severity));
  if (grave.length > 0)
    throw new UserError(
      grave.map(lineOf).join('\n'),
      'Run “npm audit fix”, or update the package that needs it, and then all tests.',
    );
  return all.length === 0
    ? 'No known weakness.'
    : `No grave weakness; ${all.length} of a lower degree: ${all.map(({ name }) => name).join(', ')}.`;
}

if (import.meta.main) await runStep(async () => console.log(await audit()));
