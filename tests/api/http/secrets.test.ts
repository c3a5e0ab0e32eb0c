import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { AnyEntity, Fields, Operation } from '../../../src/config';
import { isSecret } from '../../../src/fields';
import { isRecord, success } from '../../../src/protocol';
import type { Endpoint } from '../../../src/server/calls/endpoint';
import { logEntryOf } from '../../../src/server/entities';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

const CHOSEN = 'CHOSEN-7301';

/** Path of every member of a schema whose name or mark says that it is secret. */
const secretMembers = (schema: unknown, path: readonly string[] = []): (readonly string[])[] => {
  if (!isRecord(schema)) return [];
  const name = path.at(-1) ?? '';
  const isNamed = /^code$|password|secret|token|pin$|key$/i.test(name) && schema.type !== 'object';
  const { properties } = schema;
  return [
    ...(isNamed || schema.writeOnly === true ? [path] : []),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([member, part]) =>
      secretMembers(part, [...path, member]),
    ),
  ];
};

const bodyWith = ([name = '', ...rest]: readonly string[]): Record<string, unknown> => ({
  [name]: rest.length === 0 ? CHOSEN : bodyWith(rest),
});

let server: OrganisationServer;
let document: { paths: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  server = await organisationServer();
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as typeof document;
});

/** Returns the schema of a call's request as the API describes it. */
const requestOf = (path: string): unknown => {
  const post = document.paths[path]?.post as Record<string, unknown>;
  const body = JSON.parse(JSON.stringify(post)).requestBody?.content ?? {};
  const { schema } = (Object.values(body)[0] ?? {}) as { schema?: unknown };
  const parts = isRecord(schema) && Array.isArray(schema.allOf) ? schema.allOf : [schema];
  return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
};

it('the operation log contains no secret of any call', () => {
  const paths = Object.keys(document.paths);
  expect(paths.length).toBeGreaterThan(300);
  let checked = 0;
  for (const path of paths) {
    const request = requestOf(path);
    for (const member of secretMembers(request)) {
      const call = { path, request, label: ['', ''], code: '', kind: '' } as unknown as Endpoint;
      const { row } = logEntryOf({
        ...{ call, locale: 'en', address: '', requestId: '', startedAt: 0, endedAt: 0 },
        body: bodyWith(member),
        answer: success(bodyWith(member)),
      });
      // A preset's or dictionary's code is no secret; a one-time code is marked.
      if (member.at(-1) === 'code' && !path.includes('/command/')) continue;
      expect([path, JSON.stringify(row)]).toEqual([path, expect.not.stringContaining(CHOSEN)]);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(20);
});

it('the description marks every password argument', () => {
  const paths = Object.keys(document.paths).join('\n');
  for (const entity of config.entities as readonly AnyEntity[]) {
    const operations = { ...entity.commands, ...entity.actions } as Record<string, Operation>;
    for (const [code, { args }] of Object.entries(operations)) {
      const secrets = Object.entries(args as Fields).filter(([, field]) => isSecret(field));
      if (secrets.length === 0) continue;
      const path = paths.split('\n').find((each) => each.endsWith(`/${code}`)) ?? '';
      const marked = secretMembers(requestOf(path)).map((member) => member.at(-1));
      expect([code, marked]).toEqual([code, expect.arrayContaining(secrets.map(([name]) => name))]);
    }
  }
});

it('the operation log contains no one-time code', async () => {
  const token = await server.signIn('harbour');
  const code = '730173';
  const how = { reason: 'Test', typed: 'H1', code };
  await server.call('/command/unseal', { sns: ['H1'], how }, { token });
  const { rows } = await sql<{ text: string }>`
    select request_body::text || coalesce(response_body::text, '') as text from "operationLog"
    where operate_url = '/command/unseal'`.execute(server.store.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toContain('"code": "***"');
  expect(rows[0]?.text).not.toContain(code);
});
