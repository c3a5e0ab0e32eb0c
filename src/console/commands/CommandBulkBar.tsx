import type { AnyEntity } from '../../config';
import { OfferBar } from '../offers';
import type { Target } from './targets';
import { useCommandOffers } from './useCommandOffers';

interface Props {
  readonly entity: AnyEntity;
  readonly records: readonly Target[];
}

/** The commands for the chosen records; each says how many of them can take it where not all can. */
export const CommandBulkBar = ({ entity, records }: Props) => (
  <OfferBar offers={useCommandOffers(entity, records, 'bulk')} />
);
