import type { FastifyInstance } from 'fastify';
import type { Call } from '../calls';
import { answerCall } from './answerCall';
import type { House } from './House';
import { API_BASE } from './HttpOptions';

/** Gives every call its route. */
export const registerCalls = (app: FastifyInstance, calls: readonly Call[], house: House): void => {
  for (const call of calls) {
    app.post(API_BASE + call.path, (request, reply) => answerCall(call, request, reply, house));
  }
};
