import type { MenuItemProps } from '@mui/material';
import type { AnyEntity } from '../../config';
import { OfferItem } from '../offers';
import type { Target } from './targets';
import { useCommandOffers } from './useCommandOffers';

interface Props extends Omit<MenuItemProps, 'onClick'> {
  readonly entity: AnyEntity;
  readonly record: Target;
  /** Called when one was chosen, for the menu around to close. */
  readonly onPick?: () => void;
}

/** The commands of one record as items for a menu that the caller opens. */
export const CommandMenu = ({ entity, record, autoFocus, tabIndex, ...props }: Props) => {
  const offers = useCommandOffers(entity, [record], 'row');
  return offers.map((offer, i) => (
    <OfferItem
      key={offer.code}
      offer={offer}
      autoFocus={autoFocus && i === 0}
      tabIndex={i === 0 ? tabIndex : undefined}
      {...props}
    />
  ));
};
