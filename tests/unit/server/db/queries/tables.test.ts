import { expect, it } from 'vitest';
import config from '../../../../../resources.config';
import { device } from '../../../../../src/resources';
import { describeEntity } from '../../../../../src/server/db/queries/describe';
import { tablesOf } from '../../../../../src/server/db/queries/tables';
import { compiled, declared, lock } from '../declared';

const tables = (...names: readonly string[]) =>
  compiled(tablesOf(describeEntity(device, config), names)).text.replace(/\s+/g, ' ');

it.each([
  ['common columns', ['id', 'sn', 'org_id', 'protocol'], '"device"'],
  ['entered columns', ['device_name', 'sn'], '"device"'],
  [
    'reported columns',
    ['electric', 'org_id', 'status', 'electric'],
    '(select "state"."device_id" as id, "state"."org_id", "state"."protocol", "state"."sn", "state"."electric" as "electric", "state"."status" as "status" from "device_state" as state)',
  ],
  [
    'both kinds of columns',
    ['electric', 'device_name'],
    '(select "own"."id", "own"."org_id", "own"."protocol", "own"."sn", "own"."device_name", "state"."electric" as "electric" from "device" as own join "device_state" as state on "state"."device_id" = own.id)',
  ],
])('a query of %s reads only the tables that it needs', (_, names, text) => {
  expect(tables(...names)).toBe(text);
});

it('a query of an entity without a state reads its table', () => {
  expect(compiled(tablesOf(describeEntity(lock, declared), ['charge'])).text).toBe('"lock"');
});
