import type { SessionReportInput } from '../../agent-sessions/session-report.ts';
import type { SessionNews } from './payload.ts';
import { fileBelow, workTreeOf } from './work-tree.ts';

/** The home cuts texts too, but it would refuse a body with very long texts. */
const cut = (text: string): string => text.slice(0, 200);

/** What a report says of the session besides its id and its program. */
export function placeOf(cwd: string): Partial<SessionReportInput['session']> {
  if (cwd === '') return {};
  const { folder = null, branch = null, repository = null } = workTreeOf(cwd) ?? {};
  return {
    folder: folder && cut(folder),
    branch: branch && cut(branch),
    repository: repository && cut(repository),
  };
}

/**
 * The report for the news of a session. Each field that leaves the machine is listed here by its name.
 * @param at When it happened, in milliseconds since the epoch.
 */
export function reportOf(
  { harness, session: id, cwd, news }: SessionNews,
  env: NodeJS.ProcessEnv,
  at: number,
): SessionReportInput {
  const { state, needs, step, tool, call, agent, file } = news;
  const name = env['HOME_WORLD_SESSION_NAME']?.trim();
  const root = file === undefined ? undefined : workTreeOf(cwd)?.root;
  const target = root === undefined || file === undefined ? undefined : fileBelow(root, cwd, file);
  return {
    state,
    session: { id, harness, ...(name && { name: cut(name) }), ...placeOf(cwd) },
    ...(agent && { agent: { id: agent.id, ...(agent.name && { name: cut(agent.name) }) } }),
    ...(needs && { needs }),
    ...(call && { call }),
    ...(step && { step }),
    ...(tool && { tool: cut(tool) }),
    ...(target !== undefined && { target: { kind: 'file', name: cut(target) } }),
    at,
  };
}
