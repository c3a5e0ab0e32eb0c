import type { FastifyInstance } from 'fastify';
import type { Console } from '../../config';
import { XLSX_TYPE } from '../../domain/files';
import { DEFAULT_LOCALE, langueOf, locales, textOf } from '../../domain/label';
import { errorCodes, type RuntimeConfig } from '../../protocol';
import { sessionComponents } from '../../protocol/contracts/session';
import type { Endpoint, JsonSchema } from '../calls/endpoint';
import type { Store } from '../db';
import { readParameters } from '../db/parameters';
import { rowJson } from '../entities';
import { API_BASE } from './context';

/** Fields that every body carries besides its own. */
const signed: JsonSchema = {
  langue: { enum: locales.map(langueOf) },
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
      properties: { sign: { const: 'success' }, desc: { type: 'string' } },
      required: ['sign', 'desc'],
    },
    data,
  },
  required: ['verify', 'data'],
});

/** Answer of a refused call, the same for all calls. */
const refusal: JsonSchema = {
  type: 'object',
  properties: {
    verify: {
      type: 'object',
      properties: {
        sign: { enum: errorCodes },
        desc: { type: 'string', description: 'For the user, in their language' },
      },
      required: ['sign', 'desc'],
    },
    data: {
      type: ['object', 'null'],
      properties: {
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'With invalid and conflict: each refused field and why',
        },
        serverTime: { type: 'integer', description: 'With signError and expired: ms since 1970' },
        mustChange: { type: 'boolean', description: 'With noPermission: the password comes first' },
      },
    },
  },
  required: ['verify', 'data'],
};

const REFUSAL: JsonSchema = { $ref: '#/components/schemas/Refusal' };

/** Parts of an answer: values, a file, or one of the two. */
const answerParts = ({ answer }: Endpoint) => {
  const parts = (answer.anyOf as JsonSchema[] | undefined) ?? [answer];
  const isFile = ({ format }: JsonSchema) => format === 'binary';
  return { file: parts.find(isFile), values: parts.filter((part) => !isFile(part)) };
};

const answerContent = (call: Endpoint): JsonSchema => {
  const { file, values } = answerParts(call);
  const answers = [...values.map(envelope), REFUSAL];
  return {
    ...(file && { [XLSX_TYPE]: { schema: file } }),
    'application/json': { schema: answers.length > 1 ? { oneOf: answers } : REFUSAL },
  };
};

/** Schema of a call's body, which may have no other members: `rejectUnknownFields`. */
const bodyOf = ({ request }: Endpoint): JsonSchema => ({
  ...request,
  properties: { ...(request.properties as JsonSchema | undefined), ...signed },
  required: [...((request.required as string[] | undefined) ?? []), ...Object.keys(signed)],
  additionalProperties: false,
});

const operationOf = (call: Endpoint): JsonSchema => ({
  operationId: call.code.replace(':', '_'),
  summary: textOf(call.label, DEFAULT_LOCALE),
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
      content: answerContent(call),
    },
    404: {
      description: 'No such call: the path is another',
      content: { 'application/json': { schema: REFUSAL } },
    },
  },
});

export const openApi = (
  calls: readonly Endpoint[],
  { entities, wire }: Pick<Console, 'entities' | 'wire'>,
  title: string,
): JsonSchema => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url: API_BASE }],
  components: {
    schemas: {
      ...Object.fromEntries(entities.map((entity) => [entity.name, rowJson(entity, wire)])),
      ...sessionComponents,
      Refusal: refusal,
    },
    securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization' } },
  },
  paths: Object.fromEntries(calls.map((call) => [call.path, { post: operationOf(call) }])),
});

interface Status {
  /** Facts that stay constant while the server runs. */
  readonly runtime: RuntimeConfig;
  readonly openApi: JsonSchema;
  readonly store: Store;
}

/** Reads the facts that an administrator can change. */
const changeableFacts = async ({
  db,
}: Store): Promise<Pick<RuntimeConfig, 'appDownload' | 'shifts'>> => {
  // Answers without a database too: the console needs the constant facts even to show that the database is down.
  const parameters = await readParameters(db).catch(() => undefined);
  const { app_ios: ios, app_android: android, shift_hours: shifts } = parameters ?? {};
  return { appDownload: { ...(ios && { ios }), ...(android && { android }) }, shifts };
};

/** Serves `/config.json` and `/openapi.json`, without sign and session: clients need them to form their first call. */
export const registerStatus = (app: FastifyInstance, { runtime, openApi, store }: Status): void => {
  app.get('/config.json', async (_request, reply) => {
    const facts = await changeableFacts(store);
    return reply.header('cache-control', 'no-cache').send({ ...runtime, ...facts });
  });
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(openApi),
  );
};
