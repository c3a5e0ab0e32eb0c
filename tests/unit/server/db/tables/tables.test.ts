import { expect, it } from 'vitest';
import type { Field } from '../../../../../src/config';
import { kinds, schemaOf } from '../../../../../src/fields';
import { JSON_KINDS } from '../../../../../src/server/db/tables/tables';

it('the types of tables list the kinds with a JSON column', () => {
  const isJson = (kind: string) => {
    const field = { kind, of: [] } as unknown as Field;
    return schemaOf(field).sql(field) === 'jsonb';
  };
  expect(kinds.filter(isJson).sort()).toEqual([...JSON_KINDS]);
});
