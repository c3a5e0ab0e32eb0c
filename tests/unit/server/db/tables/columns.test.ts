import { describe, expect, it } from 'vitest';
import {
  canonicalType,
  comparedType,
  compareTypes,
} from '../../../../../src/server/db/tables/columns';

describe('a column type in PostgreSQL’s spelling', () => {
  it.each([
    ['varchar(32)', 'character varying(32)'],
    ['VARCHAR', 'character varying'],
    ['numeric(9, 6)', 'numeric(9,6)'],
    ['float8', 'double precision'],
    ['double precision', 'double precision'],
    ['int8[]', 'bigint[]'],
    ['timestamptz', 'timestamp with time zone'],
    ['jsonb', 'jsonb'],
  ])('%s is %s', (declared, printed) => {
    expect(canonicalType(declared)).toBe(printed);
  });

  it.each(['', 'text; drop table org', 'text)'])('is refused for %j', (type) => {
    expect(() => canonicalType(type)).toThrow('is not a column type');
  });
});

describe('an existing column type', () => {
  it.each([
    ['text', 'text', 'fits'],
    ['character varying(20)', 'character varying(60)', 'wider'],
    ['character varying(60)', 'character varying(20)', 'fits'],
    ['character varying(60)', 'text', 'wider'],
    ['text', 'character varying(60)', 'fits'],
    ['text', 'bigint', 'clash'],
    ['integer', 'bigint', 'clash'],
    ['bigint', 'integer', 'clash'],
    ['text', 'text[]', 'clash'],
    ['date', 'bigint', 'clash'],
  ])('of %s for a declared %s: %s', (actual, declared, outcome) => {
    expect(compareTypes(actual, declared)).toBe(outcome);
  });
});

it.each([
  ['smallint', 'bigint'],
  ['character varying(3)', 'text'],
  ['date', 'date'],
])('values of %s are compared as %s', (type, compared) => {
  expect(comparedType(type)).toBe(compared);
});
