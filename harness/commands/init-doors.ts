import type { PortalRecord } from '../../data/readings/records.ts';
import { theme } from '../../theme/theme.ts';
import type { OwnerConfig } from '../config/config-file.ts';
import { kindOf } from '../gateway/code-host/kinds.ts';

type Door = Pick<PortalRecord, 'id' | 'name' | 'description' | 'telemetry_source'> & {
  readonly url: string;
  readonly action_label: string;
  readonly color: string;
};

/** A whole record, so that an owner sees what can be changed. */
const recordOf = ({ id, name, description, telemetry_source, url, action_label, color }: Door) => ({
  id,
  name,
  description,
  status: 'online',
  portal_type: 'operator-room',
  world_category: 'workspace',
  environment: 'production',
  access_mode: 'public',
  readiness_state: 'active',
  telemetry_source,
  owner: 'this home',
  destination: { type: 'url', url, action_label, params: {} },
  color,
});

/** The door to the heartbeat page, which every home has; public/portals.json has the same. */
const heartbeat: Door = {
  id: 'heartbeat',
  name: 'Heartbeat',
  description:
    'The status of this home on one quiet page: sovereignty, agents, last commits, weather and block height.',
  telemetry_source: 'health check of the page',
  url: '/heartbeat.html',
  action_label: 'Read the heartbeat',
  color: theme.colors.panelText,
};

/** The repository at its code host, and the page with the runs of its CI. */
function repositoryDoors(codeHost: OwnerConfig['codeHost']): Door[] {
  const { url, owner, repo } = codeHost;
  if (url === '') return [];
  const repository = `${url.replace(/\/$/, '')}/${owner}/${repo}`;
  const telemetry_source = `health check of ${new URL(url).host}`;
  return [
    {
      id: 'repository',
      name: 'Repository',
      description: `The code, issues and pull requests of ${owner}/${repo}.`,
      telemetry_source,
      url: repository,
      action_label: 'Read the code',
      color: theme.colors.portalDefault,
    },
    {
      id: 'ci',
      name: 'CI',
      description: `The runs of the CI of ${owner}/${repo}.`,
      telemetry_source,
      url: `${repository}${kindOf(codeHost).runsPath}`,
      action_label: 'See the runs',
      color: theme.colors.zap,
    },
  ];
}

const siteDoor = (url: string): Door => ({
  id: 'site',
  name: 'Site',
  description: 'The site that the owner of this home runs.',
  telemetry_source: `health check of ${new URL(url).host}`,
  url,
  action_label: 'Go there',
  color: theme.colors.agentIdleText,
});

/**
 * The portals of a new home: places that its owner has. Each address is an answer of the owner or follows from
 * one. A place without a known address is left out.
 *
 * @param site Where the owner's work runs.
 */
export const ownDoors = (codeHost: OwnerConfig['codeHost'], site: string | undefined) =>
  [...repositoryDoors(codeHost), ...(site === undefined ? [] : [siteDoor(site)]), heartbeat].map(recordOf);
