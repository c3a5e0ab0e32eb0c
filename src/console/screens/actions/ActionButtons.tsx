import { Box } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { MoreOffers, OfferButton } from '../../commands';
import { useScreen } from '../parts/ScreenContext';
import { useActionOffers } from './useActionOffers';

/** As many as have room beside each other on a phone. */
const BUTTONS = 2;

/** The actions of one record: those possible now come first, the first as buttons, the others in a menu. */
export const ActionButtons = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const offers = useActionOffers(entity, [record], 'row').sort(
    (a, b) => Number(a.reason !== null) - Number(b.reason !== null),
  );
  if (offers.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {offers.slice(0, BUTTONS).map((offer) => (
        <OfferButton key={offer.code} offer={offer} variant="outlined" size="small" fullWidth />
      ))}
      <MoreOffers offers={offers.slice(BUTTONS)} />
    </Box>
  );
};
