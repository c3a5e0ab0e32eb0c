import { Box } from '@mui/material';
import type { AnyEntity } from '../../config';
import { MoreOffers } from './MoreOffers';
import { OfferButton } from './OfferButton';
import type { Target } from './targets';
import { useOffers } from './useOffers';

/** As many as have room beside each other on a phone. */
const BUTTONS = 2;

interface Props {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** The commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: Props) => {
  const offers = useOffers(entity, [record], 'row');
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
