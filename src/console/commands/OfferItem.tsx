import { ListItemIcon, ListItemText, MenuItem, type MenuItemProps, Tooltip } from '@mui/material';
import { CommandIcon } from './CommandIcon';
import type { Offer } from './useOffers';

interface Props extends Omit<MenuItemProps, 'onClick'> {
  readonly offer: Offer;
  /** Called before the dialog opens, for the menu to close. */
  readonly onPick?: () => void;
}

/** A command as an item of a menu; the keyboard reaches greyed ones too, to read why. */
export const OfferItem = ({ offer, onPick, ...props }: Props) => {
  const { icon, danger, label, reason, open } = offer;
  const pick = () => {
    onPick?.();
    open();
  };
  return (
    <Tooltip
      title={reason ?? ''}
      describeChild
      placement="left"
      enterTouchDelay={0}
      leaveTouchDelay={5_000}
    >
      <MenuItem
        {...props}
        aria-disabled={reason !== null}
        disableRipple={reason !== null}
        onClick={reason === null ? pick : (event) => event.stopPropagation()}
        sx={{
          color: danger ? 'error.main' : undefined,
          '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
        }}
      >
        <ListItemIcon sx={{ color: 'inherit' }}>
          <CommandIcon name={icon} fontSize="small" />
        </ListItemIcon>
        <ListItemText>{label}</ListItemText>
      </MenuItem>
    </Tooltip>
  );
};
