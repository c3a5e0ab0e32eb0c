import type { RaRecord } from 'ra-core';
import type { AnyEntity, Offering } from '../../../config';
import { type Offer, useGrantedActions, useOffering } from '../../offers';
import { useAction } from './ActionContext';

/** Whether a press of the button is enough: nothing to enter, nothing to think over. */
const isPlain = ({ args, confirm, danger }: Offering) =>
  Object.keys(args).length === 0 && !confirm && !danger;

/** The granted actions of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useActionOffers = (
  entity: AnyEntity,
  records: readonly RaRecord[],
  place: 'row' | 'bulk',
): Offer[] => {
  const offer = useOffering(entity);
  const start = useAction();
  return useGrantedActions(entity, place).map((each) => {
    const plain = place === 'row' && isPlain(each.offering);
    const request = { entity, code: each.code, records, plain };
    return offer(each, records, () => start(request));
  });
};
