import type { AnyEntity } from '../../config';
import { type Offer, useGrantedCommands, useOffering } from '../offers';
import { useCommand } from './CommandContext';
import type { Target } from './targets';

/** The granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useCommandOffers = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): Offer[] => {
  const offer = useOffering(entity);
  const open = useCommand();
  return useGrantedCommands(entity, place).map((each) =>
    offer(each, targets, () => open({ entity, code: each.code, targets })),
  );
};
