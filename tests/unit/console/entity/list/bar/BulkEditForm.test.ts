import { expect, test } from 'vitest';
import { entity, f } from '../../../../../../src/config';
import {
  bulkEditableFields,
  sharedValue,
} from '../../../../../../src/console/entity/list/bar/BulkEditForm';
import { lock } from '../../entities';

const thing = entity('odd', ['Odd', '单'], {
  fields: {
    fixed: f.text(['Fixed', '固定'], { fixed: true }),
    unique: f.text(['Unique', '唯一'], { unique: true }),
    secret: f.password(['Secret', '密码']),
    virtual: f.text(['Virtual', '虚拟'], { virtual: true }),
    created: f.text(['Created', '新建'], { on: ['create'] }),
    kind: f.text(['Kind', '种类']),
    dependent: f.text(['Dependent', '从属'], { when: { kind: ['a'] } }),
    on: f.boolean(['On', '开']),
  },
});

test.each([
  [thing, ['kind', 'on']],
  [lock, ['name', 'org_id', 'count']],
])('offers for bulk edit of %o only fields that many may share', (each, names) => {
  expect(bulkEditableFields(each).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['kind', [{ kind: 'a' }, { kind: 'a' }], 'a'],
  ['kind', [{ kind: 'a' }, { kind: 'b' }], null],
  ['kind', [{ kind: 'a' }, {}], null],
  ['kind', [{}, { kind: null }], null],
  ['on', [{ on: true }, { on: true }], true],
  ['on', [{ on: true }, { on: false }], false],
  ['on', [], false],
])('bulk edit starts %s of %j with %s', (name, records, start) => {
  const field = bulkEditableFields(thing).find((each) => each.name === name);
  expect(field && sharedValue(records, field)).toEqual(start);
});
