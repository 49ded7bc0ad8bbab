import type { FastifyPluginAsync } from 'fastify';
import type { State } from '../../../data/state.ts';
import { baseOf } from '../../core/request-origin.ts';
import { refuse, sendJson } from '../../http/conditional.ts';
import {
  SCHEMA_VERSION,
  documentNames,
  isDocumentName,
  readingDocument,
  statusDocument,
} from './reading-documents.ts';

const UNKNOWN = `There is no such reading. There are: ${documentNames.map((name) => `${name}.json`).join(', ')}.`;

/** `/api/status.json` and `/api/readings/<name>.json`: the readings for other programs. */
export const readingRoutes =
  (state: State, publicUrl: string | undefined): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/status.json', async (request, reply) =>
      sendJson(request, reply, `${JSON.stringify(statusDocument(state, baseOf(request, publicUrl)))}\n`),
    );
    app.get<{ Params: { file: string } }>('/api/readings/:file', async (request, reply) => {
      const name = request.params.file.replace(/\.json$/, '');
      if (name === request.params.file || !isDocumentName(name)) return refuse(reply, 404, UNKNOWN);
      const reading = readingDocument(name, state, baseOf(request, publicUrl));
      return sendJson(request, reply, `${JSON.stringify({ schema: SCHEMA_VERSION, name, ...reading })}\n`);
    });
  };
