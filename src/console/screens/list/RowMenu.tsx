import MoreIcon from '@mui/icons-material/MoreVert';
import { IconButton, Menu, Tooltip } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useReaderLocale } from '../../../fields/controls/useText';
import { CommandMenu } from '../../commands';
import { OfferItem } from '../../offers';
import { useActionOffers } from '../actions';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { targetsOf } from '../parts/targetsOf';
import { useHasCommands } from '../parts/useHasCommands';

/** The commands and actions of one row, behind a button; nothing where there are none. */
export const RowMenu = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const hasCommands = useHasCommands(entity, 'row');
  const actions = useActionOffers(entity, [record], 'row');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [target] = targetsOf([record]);
  if (!target || !(hasCommands || actions.length > 0)) return null;
  const close = () => setAnchor(null);
  const [label, labelOf] = hasCommands
    ? ['screens.list.commands', 'screens.list.commandsOf']
    : ['screens.list.more', 'screens.list.moreOf'];
  return (
    <>
      <Tooltip title={translate(label)}>
        <IconButton
          size="small"
          color="inherit"
          aria-label={translate(labelOf, { title: titleOf(entity, record, locale) })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {hasCommands && <CommandMenu entity={entity} record={target} onPick={close} />}
          {actions.map((offer) => (
            <OfferItem key={offer.code} offer={offer} onPick={close} />
          ))}
        </Menu>
      )}
    </>
  );
};
