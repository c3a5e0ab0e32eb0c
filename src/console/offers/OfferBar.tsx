import { Box } from '@mui/material';
import { MoreOffers } from './MoreOffers';
import type { Offer } from './Offer';
import { OfferButton } from './OfferButton';

/** More would push the other bulk actions out of their row. */
const BUTTONS = 4;

/** What can be done with many records: the first as buttons, the others in a menu. */
export const OfferBar = ({ offers }: { offers: readonly Offer[] }) =>
  offers.length === 0 ? null : (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {offers.slice(0, BUTTONS).map((offer) => (
        <OfferButton key={offer.code} offer={offer} variant="text" size="small" />
      ))}
      <MoreOffers offers={offers.slice(BUTTONS)} />
    </Box>
  );
