import { describe, expect, it } from 'vitest';
import {
  createStatementNames,
  hasOnePlan,
} from '../../../../../src/server/db/engine/statementNames';

describe('one query plan suits all values', () => {
  it.each([
    ['for a key', 'select map_type from hobby where oper_id = $1'],
    [
      'for ids and organisations',
      'select * from "device" as t where t.id = any($1::bigint[]) and "t"."org_id" = any($2::bigint[])',
    ],
    ['for inserted rows', 'insert into session (token_hash, oper_id) values ($1, $2)'],
    ['for a key beside a constant', `select 1 from menu where "menuUrl" <> '0' and id = $1`],
  ])('%s', (_, text) => expect(hasOnePlan(text)).toBe(true));

  it.each([
    ['a part of a name', 'select id from device as t where t.name ilike $1'],
    ['a range', 'select id from device as t where t.time >= cast($1 as bigint)'],
    ['an age', 'delete from session where expires < $1'],
    ['a choice', 'select id from device as t where t.status = cast($1 as integer)'],
    ['any organisations', 'select id from device as t where "t"."org_id" = any($1::bigint[])'],
    ['a page', 'select id from device as t where t.org_id = $1 limit $2'],
    ['a shared element', 'select id from device as t where t.tags && $1'],
    ['a count', 'select count(*) from device as t where t.org_id = $1'],
  ])('but not for %s', (_, text) => expect(hasOnePlan(text)).toBe(false));
});

describe('statement names', () => {
  const nameOf = (names: ReturnType<typeof createStatementNames>, text: string) => {
    for (let i = 1; i < 10; i++) expect(names.use(text)).toBeUndefined();
    return names.use(text);
  };

  it('are assigned at the tenth use, and stay', () => {
    const names = createStatementNames();
    const name = nameOf(names, 'select $1');
    expect(name).toMatch(/^\w+$/);
    expect(names.use('select $1')).toBe(name);
    expect(nameOf(names, 'select $1, 2')).not.toBe(name);
  });

  it('are not given to statements whose best plan depends on the values', () => {
    const names = createStatementNames();
    for (let i = 0; i < 20; i++) expect(names.use('select 1 where $1 ilike $2')).toBeUndefined();
  });

  it('are limited to 300', () => {
    const names = createStatementNames();
    for (let i = 0; i < 300; i++) expect(nameOf(names, `select $1, ${i}`)).toBeDefined();
    for (let i = 0; i < 20; i++) expect(names.use('select $1')).toBeUndefined();
  });

  it('are replaced once, by unused names', () => {
    const names = createStatementNames();
    const old = nameOf(names, 'select $1') ?? '';
    names.replace(old);
    const fresh = names.use('select $1');
    expect(fresh).toBeDefined();
    expect(fresh).not.toBe(old);
    names.replace(old);
    expect(names.use('select $1')).toBe(fresh);
  });
});
