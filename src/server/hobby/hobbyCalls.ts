import { sql } from 'kysely';
import { CALL } from '../../protocol';
import type { SignedInCall } from '../calls';
import { formJson, valuesOf } from '../entities';
import { hobbyOf, type LoginKey } from '../session';
import type { Database } from '../store';
import { hobbyFields } from './hobbyFields';

interface Room {
  readonly db: Database;
  readonly key: LoginKey;
}

const shape = formJson(Object.entries(hobbyFields));

/** Names of columns come from the declaration alone: values that it does not know were refused before. */
const save = async (db: Database, operId: number, values: object): Promise<void> => {
  const names = Object.keys(hobbyFields).filter((name) => name in values);
  if (names.length === 0) return;
  const columns = sql.join(names.map((name) => sql.id(name)));
  const given = sql.join(names.map((name) => sql`${values[name as keyof typeof values]}`));
  const changes = sql.join(names.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`));
  await sql`
    insert into hobby (oper_id, ${columns}) values (${operId}, ${given})
    on conflict (oper_id) do update set ${changes}`.execute(db);
};

/** An operator's own settings; what a save does not name stays as it is. */
export const hobbyCalls = ({ db, key }: Room): readonly SignedInCall[] => [
  {
    path: CALL.HOBBY_GET,
    label: ['My settings', '个人设置'],
    code: 'hobby:get',
    kind: 'get',
    access: 'signedIn',
    changes: false,
    request: { type: 'object' },
    answer: shape,
    work: async (_context, { oper }) => hobbyOf(db, oper.id),
  },
  {
    path: CALL.HOBBY_SAVE,
    label: ['My settings: Save', '个人设置：保存'],
    code: 'hobby:save',
    kind: 'update',
    access: 'signedIn',
    changes: true,
    request: shape,
    answer: shape,
    work: async ({ body }, { oper }) => {
      await save(db, oper.id, await valuesOf(hobbyFields, 'edit', body, key));
      return hobbyOf(db, oper.id);
    },
  },
];
