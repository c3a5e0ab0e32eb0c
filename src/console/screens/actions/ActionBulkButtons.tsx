import { Box } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { MoreOffers, OfferButton } from '../../commands';
import { useScreen } from '../parts/ScreenContext';
import { useActionOffers } from './useActionOffers';

/** More would push the other bulk actions out of their row. */
const BUTTONS = 4;

interface Props {
  readonly records: readonly RaRecord[];
  /** Called when something was done. */
  readonly onDone?: () => void;
}

/** The actions for the chosen records; each says how many of them it can be done with where not with all. */
export const ActionBulkButtons = ({ records, onDone }: Props) => {
  const { entity } = useScreen();
  const offers = useActionOffers(entity, records, 'bulk', onDone);
  if (offers.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {offers.slice(0, BUTTONS).map((offer) => (
        <OfferButton key={offer.code} offer={offer} variant="text" size="small" />
      ))}
      <MoreOffers offers={offers.slice(BUTTONS)} />
    </Box>
  );
};
