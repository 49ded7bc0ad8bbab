import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { HISTORY_SPANS } from '../../../data/readings/schemas/history.ts';
import { refuse, sendJson } from '../../http/conditional.ts';
import type { StatusRecorder } from './status-recorder.ts';

const query = v.object({
  span: v.optional(v.picklist(HISTORY_SPANS), '24h'),
  of: v.optional(v.pipe(v.string(), v.maxLength(600))),
});

/**
 * `GET /api/history.json?span=24h|30d|90d&of=…`: the history of everything that the home watches, or
 * of one subject. What is no longer watched cannot be read, such as a portal that the owner removed.
 */
export function historyRoute(app: FastifyInstance, status: StatusRecorder): void {
  app.get('/api/history.json', async (request, reply) => {
    const requested = v.safeParse(query, request.query);
    if (!requested.success)
      return refuse(reply, 400, `span is one of ${HISTORY_SPANS.join(', ')}; of is the id of one subject.`);
    const { span, of } = requested.output;
    const answer = status.view(span, of);
    if (of !== undefined && answer.subjects.length === 0)
      return refuse(
        reply,
        404,
        'The home watches nothing of this name. Without “of” it lists all that it watches.',
      );
    return sendJson(request, reply, JSON.stringify(answer));
  });
}
