import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { HomePart } from '../../config/access.ts';
import { JSON_TYPE, refuse, sendText } from '../../http/conditional.ts';
import type { SeenHome } from '../../http/border.ts';
import type { HistorySpan } from '../../../data/readings/schemas/history.ts';
import { type StatusRecorder, subjectFilter } from '../status/status-recorder.ts';
import {
  type Badge,
  agentBadge,
  badgeNames,
  badgePart,
  portalBadge,
  readingBadge,
  uptimeBadge,
} from './badge.ts';
import { BADGE_MAX_AGE_SECONDS, badgeSvg, readBadgeOptions, shieldsEndpoint } from './badge-formats.ts';

/** A badge as an image, and as the JSON from which Shields draws it. */
const formats = {
  svg: { make: badgeSvg, type: 'image/svg+xml; charset=utf-8' },
  json: { make: shieldsEndpoint, type: JSON_TYPE },
} as const;
type Format = keyof typeof formats;

/** The subjects of the badges. */
interface Home extends SeenHome {
  readonly status: StatusRecorder;
}

/** What one reader sees of the subjects. */
interface Subjects {
  readonly state: DerivedState & ReadingsState;
  readonly status: StatusRecorder;
  readonly sees: (id: string) => boolean;
}

interface Family {
  readonly path: string;
  /** The part of the home to which a badge belongs. */
  readonly part: (name: string) => HomePart | undefined;
  readonly find: (name: string, home: Subjects, span: HistorySpan) => Badge | undefined;
  /** The message for an address with an unknown name. */
  readonly unknown: string;
}

const families: readonly Family[] = [
  {
    path: '/badge/',
    part: badgePart,
    find: (name, { state }) => readingBadge(name, state),
    unknown: `There is no such badge. There are: ${badgeNames.join(', ')}, agent/<name>, portal/<id>, uptime/<id>; each ends in .svg or .json.`,
  },
  {
    path: '/badge/agent/',
    part: () => 'agents',
    find: (name, { state }) => agentBadge(name, state),
    unknown: 'This home has no agent of this name. /api/readings/agents.json lists them.',
  },
  {
    path: '/badge/portal/',
    part: () => 'portals',
    find: (id, { state }) => portalBadge(id, state),
    unknown: 'This home has no portal with this id. /api/readings/portals.json lists them.',
  },
  {
    path: '/badge/uptime/',
    part: () => 'history',
    find: (id, { status, sees }, span) => {
      const subject = status.view(span, sees, id).subjects[0];
      return subject && uptimeBadge(subject, span);
    },
    unknown: 'The home watches nothing with this id. /api/history.json lists what it watches.',
  },
];

/** `weather.svg`: the name, which may have dots too, and the format. */
function readFile(file: string): { name: string; format: Format } | undefined {
  const [, name, format] = /^(.+)\.(svg|json)$/s.exec(file) ?? [];
  if (name === undefined || (format !== 'svg' && format !== 'json')) return undefined;
  return { name, format };
}

/**
 * `/badge/<name>.svg`, `/badge/agent/<name>.svg` and `/badge/portal/<id>.svg`: a reading as an image, with
 * the texts of the pages; `/badge/uptime/<id>.svg`: an uptime of the status history. The same paths with
 * `.json` are for Shields.
 */
export const badgeRoutes =
  (home: Home): FastifyPluginAsync =>
  async (app) => {
    for (const { path, part, find, unknown } of families) {
      const answer = (request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply => {
        const options = readBadgeOptions(request.query);
        if (typeof options === 'string') return refuse(reply, 400, options);
        const wanted = readFile(file);
        const seen = {
          state: home.stateFor(request),
          status: home.status,
          sees: subjectFilter(home.sees(request)),
        };
        const badge = wanted && find(wanted.name, seen, options.span);
        if (!badge) return refuse(reply, 404, unknown);
        const { make, type } = formats[wanted.format];
        return sendText(request, reply, {
          body: make(badge, options),
          type,
          cacheControl: `max-age=${BADGE_MAX_AGE_SECONDS}`,
        });
      };
      const access = ({ params }: FastifyRequest) =>
        part(readFile((params as { file: string }).file)?.name ?? '') ?? 'pages';
      app.get<{ Params: { file: string } }>(`${path}:file`, { config: { access } }, async (request, reply) =>
        answer(request, reply, request.params.file),
      );
    }
  };
