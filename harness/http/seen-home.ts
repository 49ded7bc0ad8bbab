import type { FastifyRequest } from 'fastify';
import type { State } from '../../data/state.ts';
import type { HomePart } from '../config/access.ts';

/** What the reader of a request sees of the home. In a public home all see all. */
export interface SeenHome {
  readonly stateFor: (request: FastifyRequest) => State;
  readonly sees: (request: FastifyRequest) => (part: HomePart) => boolean;
}
