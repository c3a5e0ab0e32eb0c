import type { JsonSchema } from '../calls';

const string: JsonSchema = { type: 'string' };

const listOf = (properties: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties },
});

/** The answer to a command: a ticket per lock, and why some got none. */
export const ticketsJson: JsonSchema = {
  type: 'object',
  properties: {
    tickets: listOf({ id: { type: 'integer' }, sn: string, state: string }),
    refused: listOf({ sn: string, code: string, desc: string }),
  },
};
