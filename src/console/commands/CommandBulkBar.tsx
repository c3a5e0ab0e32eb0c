import { Box } from '@mui/material';
import type { AnyEntity } from '../../config';
import { MoreOffers } from './MoreOffers';
import { OfferButton } from './OfferButton';
import type { Target } from './targets';
import { useOffers } from './useOffers';

/** More would push the other bulk actions out of their row. */
const BUTTONS = 4;

interface Props {
  readonly entity: AnyEntity;
  readonly records: readonly Target[];
}

/** The commands for the chosen records; each says how many of them can take it where not all can. */
export const CommandBulkBar = ({ entity, records }: Props) => {
  const offers = useOffers(entity, records, 'bulk');
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
