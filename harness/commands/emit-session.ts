import * as v from 'valibot';
import { sessionNeeds } from '../../data/readings/schemas/agent-sessions.ts';
import { type SessionReportInput, reportedStates, sessionReport } from '../agent-sessions/session-report.ts';
import { type Flag, type FlagValues, textOf, variableOf, usageOf } from '../core/options.ts';
import type { Report } from './emit-claude-code.ts';
import { placeOf } from './hooks/report.ts';

/** The program of a session, if the command line does not name one. */
const HARNESS = 'shell';

/** The flags with which `emit` reports a session of a coding agent, instead of the agent of the home. */
export const sessionFlags: readonly Flag[] = [
  { name: 'session', value: 'ID', help: 'the session of a coding agent that the report is about' },
  {
    name: 'harness',
    value: 'NAME',
    help: `with --session: the program of the session; without it “${HARNESS}”`,
  },
  { name: 'session-name', value: 'NAME', help: 'with --session: your name for it' },
  { name: 'needs', value: 'WHAT', help: 'with --session: what it waits for: permission, answer or plan' },
  { name: 'agent', value: 'ID', help: 'with --session: the sub-agent that the report is about' },
];

/** The flags that need `--session`. */
const needingSession: readonly Flag[] = sessionFlags.filter(({ name }) => name !== 'session');

const usage = usageOf('emit');

/**
 * The report of a session; undefined without `--session`. It contains the folder, the branch and the
 * repository of the current folder, as the reports of a coding agent's hooks do.
 */
export function sessionReportOf(
  state: string | undefined,
  activity: Omit<Report, 'state'>,
  values: FlagValues,
  env: NodeJS.ProcessEnv,
): SessionReportInput | undefined {
  const [id, name, needs, agent] = ['session', 'session-name', 'needs', 'agent'].map((flag) =>
    textOf(values[flag]),
  );
  if (id === undefined) {
    if (state === 'done' || state === 'ended') throw usage(`The state “${state}” needs --session.`);
    // A value that equals its environment variable does not count as given: the variable may be set for the
    // hooks in the same terminal.
    const alone = needingSession.find((flag) => (values[flag.name] ?? '') !== (env[variableOf(flag)] ?? ''));
    if (alone) throw usage(`--${alone.name} needs --session, the id of the session.`);
    return undefined;
  }
  const known = reportedStates.find((one) => one === state);
  if (known === undefined)
    throw usage(
      `emit needs a state (${reportedStates.join(', ')}), got ${state === undefined ? 'nothing' : `“${state}”`}.`,
    );
  const need = sessionNeeds.find((one) => one === needs);
  if (needs !== undefined && need === undefined)
    throw usage(`--needs needs ${sessionNeeds.join(' or ')}, got “${needs}”.`);
  const report: SessionReportInput = {
    ...activity,
    state: known,
    session: { id, harness: textOf(values['harness']) ?? HARNESS, name, ...placeOf(process.cwd()) },
    ...(agent !== undefined && { agent: { id: agent } }),
    ...(need && { needs: need }),
    at: Date.now(),
  };
  const checked = v.safeParse(sessionReport, report);
  if (checked.success) return report;
  const [issue] = checked.issues;
  throw usage(`The report of the session is wrong: ${v.getDotPath(issue) ?? 'report'} ${issue.message}.`);
}
