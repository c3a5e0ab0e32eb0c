import MoreIcon from '@mui/icons-material/MoreHoriz';
import { IconButton, Menu, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Offer } from './Offer';
import { OfferItem } from './OfferItem';

/** What has no room as a button, behind one. */
export const MoreOffers = ({ offers }: { readonly offers: readonly Offer[] }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (offers.length === 0) return null;
  const label = translate('offers.more');
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreIcon />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {offers.map((offer) => (
          <OfferItem key={offer.code} offer={offer} onPick={close} />
        ))}
      </Menu>
    </>
  );
};
