import type { RaRecord } from 'ra-core';
import { OfferRow } from '../../offers';
import { useScreen } from '../parts/ScreenContext';
import { useActionOffers } from './useActionOffers';

/** The actions of one record: those possible now come first, the first as buttons, the others in a menu. */
export const ActionButtons = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const offers = useActionOffers(entity, [record], 'row').sort(
    (a, b) => Number(a.reason !== null) - Number(b.reason !== null),
  );
  return <OfferRow offers={offers} />;
};
