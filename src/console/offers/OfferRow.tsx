import { Box } from '@mui/material';
import { MoreOffers } from './MoreOffers';
import type { Offer } from './Offer';
import { OfferButton } from './OfferButton';

/** As many as have room beside each other on a phone. */
const BUTTONS = 2;

/** What can be done with one record: the first as buttons, the others in a menu. */
export const OfferRow = ({ offers }: { offers: readonly Offer[] }) =>
  offers.length === 0 ? null : (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {offers.slice(0, BUTTONS).map((offer) => (
        <OfferButton key={offer.code} offer={offer} variant="outlined" size="small" fullWidth />
      ))}
      <MoreOffers offers={offers.slice(BUTTONS)} />
    </Box>
  );
