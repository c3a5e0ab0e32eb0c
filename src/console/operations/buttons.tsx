import MoreIcon from '@mui/icons-material/MoreHoriz';
import {
  Box,
  Button,
  type ButtonProps,
  IconButton,
  ListItemIcon,
  ListItemText,
  type MenuItemProps,
  type SvgIconProps,
  Tooltip,
  type TooltipProps,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { iconOf } from '../look/icons';
import { ListSubheader, Menu, MenuItem } from '../look/menus';
import { useIsPhone } from '../look/useIsPhone';
import type { OperationItem } from './availability';

/** As many as have room beside each other on a phone. */
const ROW_BUTTONS = 2;

/** What can be done with one record: the first as buttons, the others in a menu. */
export const RowOperations = ({ items }: { items: readonly OperationItem[] }) => {
  if (items.length === 0) return null;
  const { buttons, rest } = splitItems(items, ROW_BUTTONS);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {buttons.map((item) => (
        <OperationButton key={item.code} item={item} variant="outlined" size="small" fullWidth />
      ))}
      <MoreOperations items={rest} />
    </Box>
  );
};

/** More would push the other bulk actions out of their row. */
const BULK_BUTTONS = 4;

interface BulkOperationsProps {
  readonly items: readonly OperationItem[];
  /** How many of them are buttons on a phone. */
  readonly onPhone: number;
}

/** What can be done with many records: the first as buttons, the others in a menu. */
export const BulkOperations = ({ items, onPhone }: BulkOperationsProps) => {
  const isPhone = useIsPhone();
  if (items.length === 0) return null;
  const { buttons, rest } = splitItems(items, isPhone ? onPhone : BULK_BUTTONS);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      {buttons.map((item) => (
        <OperationButton key={item.code} item={item} variant="text" size="small" />
      ))}
      <MoreOperations items={rest} />
    </Box>
  );
};

/** Where a few are all there are they are buttons, whatever heading they have; of many, those that have none. */
const splitItems = (items: readonly OperationItem[], max: number) => {
  const first = items.filter(({ group }) => group === undefined);
  const candidates = items.length <= max || first.length === 0 ? items : first;
  const buttons = candidates.slice(0, max);
  return { buttons, rest: items.filter((item) => !buttons.includes(item)) };
};

interface MenuGroup {
  readonly heading: string | undefined;
  readonly items: readonly OperationItem[];
}

/** Items under their headings, in the order in which each heading comes first; those without one come before all. */
export const menuGroups = (items: readonly OperationItem[]): MenuGroup[] => {
  const headings = new Set([undefined, ...items.map(({ group }) => group)]);
  return [...headings]
    .map((heading) => ({ heading, items: items.filter(({ group }) => group === heading) }))
    .filter((group) => group.items.length > 0);
};

/** A menu of many stands in two columns where there is room for them. */
export const menuColumns = (count: number) => ({
  list: count > 12 ? { sx: { columnCount: { xs: 1, md: 2 }, columnGap: 0 } } : {},
});

/** A heading in a menu; the keyboard passes it by. */
const MenuHeading = ({ text }: { readonly text: string }) => (
  <ListSubheader
    role="presentation"
    disableSticky
    sx={{ lineHeight: '32px', breakAfter: 'avoid', bgcolor: 'transparent' }}
  >
    {text}
  </ListSubheader>
);

interface OperationMenuItemsProps extends Omit<MenuItemProps, 'onClick'> {
  readonly items: readonly OperationItem[];
  readonly onPick?: () => void;
}

/** Operations as items of a menu, under their headings. */
export const OperationMenuItems = ({
  items,
  autoFocus,
  tabIndex,
  ...props
}: OperationMenuItemsProps) => {
  const groups = menuGroups(items);
  const first = groups[0]?.items[0];
  return groups.flatMap(({ heading, items: grouped }) => [
    ...(heading === undefined ? [] : [<MenuHeading key={heading} text={heading} />]),
    ...grouped.map((item) => (
      <OperationMenuItem
        key={`${heading} ${item.code}`}
        item={item}
        autoFocus={autoFocus && item === first}
        tabIndex={item === first ? tabIndex : undefined}
        isLast={item === grouped.at(-1)}
        {...props}
      />
    )),
  ]);
};

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  readonly item: OperationItem;
}

/**
 * The button of an operation. One that cannot be pressed now stays within reach of keyboard and touch, because it is the one
 * that has something to explain.
 */
export const OperationButton = ({ item, ...props }: Props) => {
  const { icon, danger, label, reason, open } = item;
  const { tip, show } = useReasonTip(reason);
  return (
    <Tooltip {...tip}>
      <Button
        {...props}
        color={danger ? 'error' : 'primary'}
        startIcon={<OperationIcon name={icon} />}
        aria-disabled={reason !== null}
        disableRipple={reason !== null}
        onClick={reason === null ? open : show}
        sx={{
          whiteSpace: 'nowrap',
          '&[aria-disabled="true"]': {
            color: 'text.disabled',
            borderColor: 'action.disabledBackground',
            backgroundColor: 'transparent',
            boxShadow: 'none',
            cursor: 'default',
          },
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
};

/** What has no room as a button, behind one. */
const MoreOperations = ({ items }: { readonly items: readonly OperationItem[] }) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (items.length === 0) return null;
  const label = translate('operations.offer.more');
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
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={menuColumns(items.length)}
      >
        <OperationMenuItems items={items} onPick={close} />
      </Menu>
    </>
  );
};

interface OperationMenuItemProps extends Omit<MenuItemProps, 'onClick'> {
  readonly item: OperationItem;
  /** Of those under one heading, which stay in one column. */
  readonly isLast?: boolean;
  /** Called before the dialog opens, for the menu to close. */
  readonly onPick?: () => void;
}

/** Where a phone has no room beside a menu, below the item or above it. */
const BESIDE = {
  popper: {
    modifiers: [{ name: 'flip', options: { fallbackPlacements: ['right', 'bottom', 'top'] } }],
  },
};

/** An operation as an item of a menu; the keyboard reaches greyed ones too, to read why. */
const OperationMenuItem = (props: OperationMenuItemProps) => {
  const { item, isLast = true, onPick, ...rest } = props;
  const { icon, danger, label, reason, open } = item;
  const { tip, show } = useReasonTip(reason);
  const pick = () => {
    onPick?.();
    open();
  };
  return (
    <Tooltip {...tip} placement="left" slotProps={BESIDE}>
      <MenuItem
        {...rest}
        aria-disabled={reason !== null}
        disableRipple={reason !== null}
        onClick={reason === null ? pick : show}
        sx={{
          color: danger ? 'error.main' : undefined,
          breakInside: 'avoid',
          breakAfter: isLast ? undefined : 'avoid',
          '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
        }}
      >
        <ListItemIcon sx={{ color: 'inherit' }}>
          <OperationIcon name={icon} fontSize="small" />
        </ListItemIcon>
        <ListItemText>{label}</ListItemText>
      </MenuItem>
    </Tooltip>
  );
};

type TipProps = Pick<TooltipProps, 'title' | 'open' | 'onOpen' | 'onClose' | 'describeChild'>;

interface ReasonTip {
  readonly tip: TipProps;
  readonly show: () => void;
}

/** A tooltip with the reason why something is greyed: it also opens when that is pressed, as a finger cannot hover. */
export const useReasonTip = (reason: string | null): ReasonTip => {
  const [open, setOpen] = useState(false);
  // A tooltip without a title tells of no leaving: it would come up by itself once there is a reason.
  if (open && reason === null) setOpen(false);
  const show = () => setOpen(true);
  return {
    tip: {
      title: reason ?? '',
      open,
      onOpen: show,
      onClose: () => setOpen(false),
      describeChild: true,
    },
    show,
  };
};

/** The icon of an operation by its declared name. */
export const OperationIcon = ({ name, ...props }: SvgIconProps & { readonly name?: string }) => {
  const Icon = iconOf(name ?? 'send');
  return <Icon {...props} />;
};
