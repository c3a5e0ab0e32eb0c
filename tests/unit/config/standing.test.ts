import { describe, expect, it } from 'vitest';
import {
  action,
  entity,
  entriesWithoutOrganisation,
  f,
  isReservedForSuperior,
} from '../../../src/config';

const OWN = 2;
const BELOW = 4;
const below = { orgId: OWN, hasSuperior: true };
const top = { orgId: OWN, hasSuperior: false };

describe('what only an organisation above may set', () => {
  it.each([
    ['of one’s own organisation', 'id', { id: OWN }, {}, true],
    ['of one below', 'id', { id: BELOW }, {}, false],
    ['of a new one, which comes below', 'id', undefined, {}, false],
    ['of one’s own record', 'org_id', { org_id: OWN }, {}, true],
    ['of a record below', 'org_id', { org_id: BELOW }, {}, false],
    [
      'of a record below that one takes to oneself',
      'org_id',
      { org_id: BELOW },
      { org_id: OWN },
      true,
    ],
    ['of one’s own record that one gives away', 'org_id', { org_id: OWN }, { org_id: BELOW }, true],
    ['of a new record of one’s own', 'org_id', undefined, { org_id: OWN }, true],
    ['of a new record below', 'org_id', undefined, { org_id: String(BELOW) }, false],
    ['of a new record without an organisation yet', 'org_id', undefined, { org_id: null }, true],
    ['of a record that does not tell whose it is', 'org_id', {}, {}, true],
  ])('%s', (_, scope, current, values, reserved) => {
    expect(isReservedForSuperior({ scope }, { current, values }, below)).toBe(reserved);
    expect(isReservedForSuperior({ scope }, { current, values }, top)).toBe(false);
  });
});

it('is asked for only where records tell whose they are', () => {
  const fields = {
    name: f.text(['Name', '名称']),
    paid: f.date(['Paid until', '有效期'], { changedBy: 'superior' }),
  };
  const renew = action(['Renew', '续费'], { doneBy: 'superior' });
  const yard = entity('yard', ['Yard', '堆场'], { fields, actions: { renew } });
  const org_id = f.refTree(['Organisation', '机构'], 'org');
  expect(entriesWithoutOrganisation(yard)).toEqual(['paid', 'renew']);
  const shared = entity('yard', ['Yard', '堆场'], { fields, scope: 'shared' });
  expect(entriesWithoutOrganisation(shared)).toEqual(['paid']);
  const owned = entity('yard', ['Yard', '堆场'], {
    fields: { ...fields, org_id },
    actions: { renew },
  });
  expect(entriesWithoutOrganisation(owned)).toEqual([]);
});
