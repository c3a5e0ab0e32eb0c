import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { AnyEntity, AnyField, Fields, Operation } from '../../../src/config';
import { isReference, isReferenceList } from '../../../src/fields';
import type { Caller } from '../../../src/server/calls/endpoint';
import { entityTable } from '../../../src/server/db';
import { checkReferences, type EntityDependencies } from '../../../src/server/entities';
import { scopeOf } from '../../../src/server/entities/dependencies';
import { entityRules, type RuleDependencies } from '../../../src/server/rules';
import { addLocks } from '../locks';
import { type OrganisationServer, organisationServer } from './organisationServer';

/** Records of Harbour, by entity, which an administrator of Northern does not see. */
const THEIRS: Readonly<Record<string, number>> = {
  org: 2,
  role: 50,
  oper: 51,
  colleague: 51,
  device: 52,
  fence: 53,
  icCard: 54,
};
/** Entities whose records all organisations see. */
const SHARED = config.entities.filter(({ scope }) => scope === 'shared').map(({ name }) => name);

let server: OrganisationServer;
let dependencies: Pick<EntityDependencies, 'rules' | 'tables'>;
let token: string;
let admin: string;
/** Administrator of Northern. */
const caller = { oper: { id: 3, role_id: 2, org_id: 3 } } as Caller;

beforeAll(async () => {
  server = await organisationServer();
  const { db } = server.store;
  await sql`insert into role (id, "roleName", parent_id, org_id) values (50, 'Harbour secret', 2, 2)`.execute(
    db,
  );
  await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status)
    values (51, 'Hugo', 'hugo', 50, 2, 1)`.execute(db);
  await addLocks(db, { id: 52, sn: 'THEIRS', org_id: 2 });
  await sql`insert into fence (id, fence_name, fence_type, fence_context, org_id)
    values (53, 'Theirs', 1, '{}', 2)`.execute(db);
  await sql`insert into "icCard" (id, ic_no, card_type, org_id) values (54, '1234567890', 1, 2)`.execute(
    db,
  );
  const tables = new Map(
    config.entities.map((entity) => [
      entity.name as string,
      entityTable(server.store, entity, config),
    ]),
  );
  const absent = Object.freeze({}) as never;
  const rules = entityRules({
    config,
    broker: absent,
    notifiers: absent,
  } as unknown as RuleDependencies);
  dependencies = { rules, tables };
  token = await server.signIn('northern');
  admin = await server.signIn('admin');
});

const isReferring = (field: AnyField): boolean => isReference(field) || isReferenceList(field);
const valueFor = (field: AnyField): unknown => {
  const id = THEIRS[String(field.of)];
  return isReferenceList(field) ? [id] : id;
};
const referring = (fields: Fields): [string, AnyField][] =>
  Object.entries(fields).filter(
    ([, field]) => isReferring(field) && !SHARED.includes(String(field.of)),
  );

const columns = config.entities.flatMap((entity: AnyEntity) =>
  entity.derived
    ? []
    : referring(entity.fields as Fields).map(([name, field]) => ({ entity, name, field })),
);
const operations = config.entities.flatMap((entity: AnyEntity) =>
  Object.entries({ ...entity.commands, ...entity.actions } as Record<string, Operation>).flatMap(
    ([code, { args }]) =>
      referring(args).map(([name, field]) => ({ title: `${entity.name}:${code}`, name, field })),
  ),
);

describe('a reference to a record of another organisation is refused', () => {
  it.each(
    columns
      .filter(({ field }) => !field.virtual)
      .map(({ entity, name, field }) => [entity.name, name, { entity, field }] as const),
  )('in %s.%s', async (_, name, { entity, field }) => {
    const table = dependencies.tables.get(entity.name);
    const row = { [name]: valueFor(field) };
    const problems = await table?.problems([row], scopeOf(dependencies, caller));
    expect(problems).toContainEqual({ row: 0, field: name, rule: 'reference' });
  });

  it.each([
    ...operations,
    ...columns
      .filter(({ field }) => field.virtual)
      .map(({ entity, ...rest }) => ({ title: entity.name, ...rest })),
  ])('in the argument $name of $title', async ({ name, field }) => {
    const input = { fields: { [name]: field }, values: { [name]: valueFor(field) } };
    await expect(
      checkReferences(dependencies, server.store.db, input, caller),
    ).rejects.toMatchObject({ code: 'invalid', wrong: { [name]: expect.anything() } });
  });

  it('for every kind of record that belongs to an organisation', () => {
    const targets = [...columns, ...operations].map(({ field }) => String(field.of));
    expect([...new Set(targets)].filter((name) => !(name in THEIRS))).toEqual([]);
    expect(columns.length).toBeGreaterThan(30);
  });
});

const escalation = { minutes: 10, org_id: 3, severity: 1, language: 'en_US' };

describe('the role of an escalation', () => {
  it('cannot belong to another organisation, and its name stays secret', async () => {
    const body = { ...escalation, role_id: 50 };
    const [sign, why] = await server.answer('/alarmEscalation/add', body, token);
    expect([sign, why]).toEqual(['invalid', { role_id: 'This record does not exist' }]);
  });

  it('is hidden from a reader who does not see it', async () => {
    const { db } = server.store;
    await sql`insert into "alarmEscalation" (id, org_id, role_id, minutes, severity) values (9, 3, 50, 5, 1)`.execute(
      db,
    );
    const named = async (by: string) => {
      const { data } = await server.call('/alarmEscalation/list', {}, { token: by });
      const one = await server.call('/alarmEscalation/get', { id: 9 }, { token: by });
      const row = data.list.find(({ id }: { id: number }) => id === 9);
      return Object.values({ ...row, ...one.data }).filter((value) => value === 'Harbour secret');
    };
    expect(await named(token)).toEqual([]);
    expect(await named(admin)).toEqual(['Harbour secret']);
  });
});
