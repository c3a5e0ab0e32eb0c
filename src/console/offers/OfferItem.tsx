import { ListItemIcon, ListItemText, MenuItem, type MenuItemProps, Tooltip } from '@mui/material';
import type { Offer } from './Offer';
import { OfferIcon } from './OfferIcon';
import { useReasonTip } from './useReasonTip';

interface Props extends Omit<MenuItemProps, 'onClick'> {
  readonly offer: Offer;
  /** Called before the dialog opens, for the menu to close. */
  readonly onPick?: () => void;
}

/** An offer as an item of a menu; the keyboard reaches greyed ones too, to read why. */
export const OfferItem = ({ offer, onPick, ...props }: Props) => {
  const { icon, danger, label, reason, open } = offer;
  const { tip, show } = useReasonTip(reason);
  const pick = () => {
    onPick?.();
    open();
  };
  return (
    <Tooltip {...tip} placement="left">
      <MenuItem
        {...props}
        aria-disabled={reason !== null}
        disableRipple={reason !== null}
        onClick={reason === null ? pick : show}
        sx={{
          color: danger ? 'error.main' : undefined,
          '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
        }}
      >
        <ListItemIcon sx={{ color: 'inherit' }}>
          <OfferIcon name={icon} fontSize="small" />
        </ListItemIcon>
        <ListItemText>{label}</ListItemText>
      </MenuItem>
    </Tooltip>
  );
};
