import { expect, it } from 'vitest';
import declared from '../../../../../resources.config';
import { detailGroups } from '../../../../../src/console/entity/detail/fields';

const groupsOf = (name: string) => {
  const entity = declared.entities.find((each) => each.name === name);
  if (!entity) throw new Error(`There is no ${name}`);
  return detailGroups(entity).map(({ kind, fields }) => [kind, fields[0]?.name]);
};

it.each([
  ['commandBatch', ['reported', 'create_time']],
  ['lockHistory', ['reported', 'create_time']],
  ['sharedDevice', ['reported', 'sn']],
])('shows fields without an input in declared order: %s', (name, first) => {
  expect(groupsOf(name).filter(([kind]) => kind !== 'wide')).toEqual([first]);
});

it('shows reported fields of a device before those that operators enter', () => {
  expect(groupsOf('device').map(([kind]) => kind)).toEqual(['reported', 'kept']);
});
