import { expect, describe as group, it } from 'vitest';
import { defineConsole, entity } from '../../../../../src/config';
import { describeEntity } from '../../../../../src/server/db/queries/describe';
import { declared, lock, maker, org, trace } from '../declared';

group('what SQL knows of an entity', () => {
  it('finds the title column of a reference', () => {
    const [ref] = describeEntity(lock, declared).refs;
    expect(ref).toMatchObject({ field: 'maker_id', via: 'maker_name', title: 'name' });
  });

  it.each([
    [org, 'parent_id'],
    [lock, 'org_id'],
    [maker, undefined],
  ])('names the owner column of $name', (entity, owner) => {
    expect(describeEntity(entity, declared).owner).toBe(owner);
  });

  it('finds all references to an organisation, including hidden columns', () => {
    const by = describeEntity(org, declared).referrers.map(
      ({ entity, column }) => `${entity}.${column}`,
    );
    expect(by).toEqual(['org.parent_id', 'lock.org_id', 'trace.org_id', 'ticket.org_id']);
  });

  it('finds references to a table under any entity name', () => {
    const twin = entity('twin', ['Twin', '双'], {
      fields: {},
      table: 'lock',
      title: 'sn' as never,
    });
    const all = defineConsole({ entities: [...declared.entities, twin], pages: {} });
    expect(describeEntity(twin, all).referrers.map(({ entity }) => entity)).toEqual(['trace']);
  });

  it('finds the partition column of records', () => {
    expect(describeEntity(trace, declared)).toMatchObject({ time: 'at', partitionedBy: 'at' });
  });
});
