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
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../../config';
import { iconOf } from '../../look/icons';
import { ListSubheader, Menu, MenuItem, usePopup } from '../../look/menus';
import { useIsPhone } from '../../look/useIsPhone';
import { type OperationItem, sharedReason } from './availability';
import { type Target, useCommandItems } from './items';

/** As many as fit beside each other on a phone. */
const ROW_BUTTONS = 2;

interface RowOperationsProps {
  readonly items: readonly OperationItem[];
  /** If set, a line below the buttons tells why none of them can be pressed. */
  readonly explained?: boolean;
}

/** Operations on one record: the first as buttons, the others in a menu. */
export const RowOperations = ({ items, explained = false }: RowOperationsProps) => {
  if (items.length === 0) return null;
  const { buttons, rest } = splitItems(items, ROW_BUTTONS);
  const reason = explained ? sharedReason(buttons) : '';
  return (
    <div>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        {buttons.map((item) => (
          <OperationButton key={item.code} item={item} variant="outlined" size="small" fullWidth />
        ))}
        <MoreOperations items={rest} />
      </Box>
      {reason !== '' && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
          {reason}
        </Typography>
      )}
    </div>
  );
};

/** More would not fit beside the other bulk actions. */
const BULK_BUTTONS = 4;

interface BulkOperationsProps {
  readonly items: readonly OperationItem[];
  readonly onPhone: number;
}

/** Operations on many records: the first as buttons, the others in a menu. */
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

/** Picks the items that become buttons: any of them if there are at most `max`, else those without a heading. */
const splitItems = (items: readonly OperationItem[], max: number) => {
  const first = items.filter(({ group }) => group === undefined);
  const candidates = items.length <= max || first.length === 0 ? items : first;
  const buttons = candidates.slice(0, max);
  return { buttons, rest: items.filter((item) => !buttons.includes(item)) };
};

/** Groups items by heading, in the order of each heading's first item. Items without a heading come first. */
export const menuGroups = (items: readonly OperationItem[]) => {
  const headings = new Set([undefined, ...items.map(({ group }) => group)]);
  return [...headings]
    .map((heading) => ({ heading, items: items.filter(({ group }) => group === heading) }))
    .filter((group) => group.items.length > 0);
};

/** Lays out a long menu in two columns on wide screens. */
export const menuColumns = (count: number) => ({
  list: count > 12 ? { sx: { columnCount: { xs: 1, md: 2 }, columnGap: 0 } } : {},
});

/** Heading in a menu; keyboard navigation skips it. */
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
  /** Called before the dialog opens, to close the menu. */
  readonly onPick: () => void;
}

/** Menu items of operations, grouped under their headings if there are several. */
export const OperationMenuItems = (props: OperationMenuItemsProps) => {
  const { items, autoFocus, tabIndex, ...rest } = props;
  const groups = menuGroups(items);
  const first = groups[0]?.items[0];
  return groups.flatMap(({ heading, items: grouped }) => [
    ...(heading === undefined || groups.length === 1
      ? []
      : [<MenuHeading key={heading} text={heading} />]),
    ...grouped.map((item) => (
      <OperationMenuItem
        key={`${heading} ${item.code}`}
        item={item}
        autoFocus={autoFocus && item === first}
        tabIndex={item === first ? tabIndex : undefined}
        isLast={item === grouped.at(-1)}
        {...rest}
      />
    )),
  ]);
};

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'fullWidth'> {
  readonly item: OperationItem;
}

/**
 * Button of an operation. A dangerous one is red only in the dialog that asks. A disabled one stays reachable by keyboard and touch, because it has the reason to explain.
 */
export const OperationButton = ({ item, ...props }: Props) => {
  const { icon, label, reason, open } = item;
  const { tip, show } = useReasonTip(reason);
  return (
    <Tooltip {...tip}>
      <Button
        {...props}
        startIcon={<OperationIcon name={icon} />}
        aria-disabled={reason !== null}
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

export const OperationIconButton = ({ item }: Pick<Props, 'item'>) => {
  const { icon, label, reason, open } = item;
  const { tip, show } = useReasonTip(reason);
  return (
    <Tooltip {...tip} title={reason ?? label} describeChild={reason !== null}>
      <IconButton
        size="small"
        aria-label={label}
        aria-disabled={reason !== null}
        onClick={reason === null ? open : show}
        sx={{
          color: 'text.secondary',
          '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
        }}
      >
        <OperationIcon name={icon} fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

/** Menu of operations; none without any. */
export const MoreOperations = ({ items }: { readonly items: readonly OperationItem[] }) => {
  const translate = useTranslate();
  const { button, popup, close } = usePopup();
  if (items.length === 0) return null;
  return (
    <>
      <IconButtonWithTooltip label={translate('operations.offer.more')} size="small" {...button}>
        <MoreIcon />
      </IconButtonWithTooltip>
      <Menu {...popup} slotProps={menuColumns(items.length)}>
        <OperationMenuItems items={items} onPick={close} />
      </Menu>
    </>
  );
};

interface OperationMenuItemProps extends Omit<OperationMenuItemsProps, 'items'> {
  readonly item: OperationItem;
  /** Set on the last item of a group, whose items stay in one column. */
  readonly isLast: boolean;
}

/** Opens the tooltip beside the item, or below or above it if a phone has no room there. */
const BESIDE = {
  popper: {
    modifiers: [{ name: 'flip', options: { fallbackPlacements: ['right', 'bottom', 'top'] } }],
  },
};

/** Menu item of an operation. Keyboard focus reaches disabled ones too, so that their reason can be read. */
const OperationMenuItem = (props: OperationMenuItemProps) => {
  const { item, isLast, onPick, ...rest } = props;
  const { icon, danger, label, reason, open } = item;
  const { tip, show } = useReasonTip(reason);
  const pick = () => {
    onPick();
    open();
  };
  return (
    <Tooltip {...tip} placement="left" slotProps={BESIDE}>
      <MenuItem
        {...rest}
        aria-disabled={reason !== null}
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

/** Returns a tooltip with the reason why a control is disabled. It also opens on press, for touch screens. */
export const useReasonTip = (reason: string | null) => {
  const [open, setOpen] = useState(false);
  // A MUI tooltip without a title does not report that it closes, and would reopen by itself when there is a reason
  // again.
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

export const OperationIcon = ({ name, ...props }: SvgIconProps & { readonly name?: string }) => {
  const Icon = iconOf(name ?? 'send');
  return <Icon {...props} />;
};

/** Commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: { entity: AnyEntity; record: Target }) => (
  <RowOperations items={useCommandItems(entity, [record], 'row')} explained />
);

interface CommandMenuProps extends Omit<OperationMenuItemsProps, 'items'> {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** Commands of one record, as items for the caller's menu. */
export const CommandMenu = ({ entity, record, ...props }: CommandMenuProps) => (
  <OperationMenuItems items={useCommandItems(entity, [record], 'row')} {...props} />
);
