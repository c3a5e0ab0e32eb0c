import { errorCodes } from '../../protocol';
import type { Call, JsonSchema } from '../calls';
import { API_BASE } from './HttpOptions';

/** What every body carries beside its own fields. */
const signed: JsonSchema = {
  langue: { enum: ['zh_CN', 'en_US'] },
  timestamp: { type: 'integer', description: 'ms since 1970, at most 5 minutes off' },
  sign: {
    type: 'string',
    description:
      'Upper-case hex MD5 of all other fields that are neither null nor empty, sorted by name, written name=value ' +
      'and joined by &, with &key=<secret> at the end; arrays and objects as compact JSON.',
  },
};

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    verify: {
      type: 'object',
      properties: {
        sign: { enum: ['success', ...errorCodes] },
        desc: { type: 'string', description: 'For the user, in their language' },
      },
    },
    data: { anyOf: [data, { type: ['object', 'null'], description: 'Where sign is not success' }] },
  },
});

const isFile = ({ answer }: Call) => answer.format === 'binary';

const bodyOf = ({ request }: Call): JsonSchema => ({
  ...request,
  properties: { ...(request.properties as JsonSchema | undefined), ...signed },
  required: [...((request.required as string[] | undefined) ?? []), ...Object.keys(signed)],
});

const operationOf = (call: Call): JsonSchema => ({
  operationId: call.code.replace(':', '_'),
  summary: call.label[0],
  tags: [call.code.split(':')[0]],
  security: call.access === 'open' ? [] : [{ session: [] }],
  requestBody: {
    required: true,
    content: {
      [call.receivesFile ? 'multipart/form-data' : 'application/json']: { schema: bodyOf(call) },
    },
  },
  responses: {
    200: {
      description: 'Every outcome; verify.sign tells which',
      content: {
        ...(isFile(call) && {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
            schema: call.answer,
          },
        }),
        'application/json': { schema: envelope(isFile(call) ? {} : call.answer) },
      },
    },
  },
});

/** The calls in words of OpenAPI 3.1. */
export const openApi = (calls: readonly Call[], title: string): JsonSchema => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: API_BASE }],
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
  },
  paths: Object.fromEntries(calls.map((call) => [call.path, { post: operationOf(call) }])),
});
