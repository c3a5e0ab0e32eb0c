import type { RaRecord } from 'ra-core';
import { OfferBar } from '../../offers';
import { useScreen } from '../parts/ScreenContext';
import { useActionOffers } from './useActionOffers';

interface Props {
  readonly records: readonly RaRecord[];
}

/** The actions for the chosen records; each says how many of them it can be done with where not with all. */
export const ActionBulkBar = ({ records }: Props) => {
  const { entity } = useScreen();
  return <OfferBar offers={useActionOffers(entity, records, 'bulk')} />;
};
