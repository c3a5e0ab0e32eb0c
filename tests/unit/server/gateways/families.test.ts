import { expect, it } from 'vitest';
import { NATIVE } from '../../../../src/domain/family';
import { families } from '../../../../src/server/gateways';

it('each protocol with a listener of its own belongs to one family', () => {
  const protocols = families.flatMap((family) => family.protocols);
  expect(protocols.toSorted()).toEqual(NATIVE.toSorted());
});
