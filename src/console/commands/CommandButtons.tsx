import type { AnyEntity } from '../../config';
import { OfferRow } from '../offers';
import type { Target } from './targets';
import { useCommandOffers } from './useCommandOffers';

interface Props {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** The commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: Props) => (
  <OfferRow offers={useCommandOffers(entity, [record], 'row')} />
);
