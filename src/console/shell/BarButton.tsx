import { Box, Button, IconButton, ListItemText, Tooltip, Typography } from '@mui/material';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { PageBoundary } from '../app/boundaries';
import { Menu, MenuItem, Popover, usePopup } from '../look/menus';
import { FRAME } from '../look/theme';

interface Props {
  /** Accessible name and tooltip. */
  label: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** Set on a button that opens a menu or popover. */
  expanded?: boolean;
  hasMenu?: boolean;
  children: ReactNode;
}

/** px */
const BUTTON = 38;

/**
 * Button of the top bar. Its tooltip ignores the pointer: before it is positioned it lies in the corner of the window,
 * over the first button, and would intercept clicks.
 */
export const BarButton = ({ label, onClick, expanded, hasMenu, children }: Props) => (
  <Tooltip title={label} disableTouchListener disableInteractive>
    <IconButton
      aria-label={label}
      aria-expanded={expanded}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      onClick={onClick}
      sx={{ width: BUTTON, height: BUTTON, color: 'text.secondary', '& svg': { fontSize: 21 } }}
    >
      {children}
    </IconButton>
  </Tooltip>
);

interface BarMenuItem {
  key: string;
  label: string;
  /** Second line below the label. */
  note?: string;
  /** Language of the label; the console's by default. */
  lang?: string;
  selected?: boolean;
  onChoose: () => void;
}

interface BarMenuProps {
  label: string;
  icon: ReactNode;
  items: readonly BarMenuItem[];
  /** Called when the menu opens, to load what its items show. */
  onOpen?: () => void;
}

export const BarMenu = ({ label, icon, items, onOpen }: BarMenuProps) => {
  const { button, popup, close } = usePopup(onOpen);
  return (
    <>
      <BarButton label={label} hasMenu expanded={popup.open} onClick={button.onClick}>
        {icon}
      </BarButton>
      <Menu {...popup}>
        {items.map((item) => (
          <MenuItem
            key={item.key}
            role="menuitemradio"
            aria-checked={item.selected ?? false}
            selected={item.selected}
            lang={item.lang}
            onClick={() => {
              close();
              item.onChoose();
            }}
          >
            <ListItemText primary={item.label} secondary={item.note} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

interface HeadProps {
  readonly id?: string;
  readonly title: string;
  /** Link to the full list, if the operator may open it. */
  readonly all: { readonly to: string; readonly label: string } | undefined;
  readonly onGo: () => void;
}

/** Title of a list in a window of the bar, and the link to all of it. */
export const BarWindowHead = ({ id, title, all, onGo }: HeadProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, minHeight: 48 }}>
    <Typography id={id} component="h2" variant="h6" sx={{ flex: 1 }}>
      {title}
    </Typography>
    {all && (
      <Button size="small" component={Link} to={all.to} onClick={onGo}>
        {all.label}
      </Button>
    )}
  </Box>
);

interface BarWindowProps extends Pick<HeadProps, 'title' | 'all'> {
  readonly label: string;
  readonly icon: ReactNode;
  /** Width in px. */
  readonly width: number;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** Button of the top bar with a popover: a title, a link to the full list, and the newest entries. */
export const BarWindow = ({ label, icon, title, all, width, onOpen, children }: BarWindowProps) => {
  const { button, popup, close } = usePopup(onOpen);
  const heading = useId();
  return (
    <>
      <BarButton label={label} expanded={popup.open} onClick={button.onClick}>
        {icon}
      </BarButton>
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': heading,
            sx: {
              width,
              maxWidth: 'calc(100vw - 32px)',
              mt: `${(FRAME.topBar - BUTTON) / 2}px`,
              // Limit it to the room below the bar: MUI would move a higher popover over the bar.
              maxHeight: `calc(100dvh - ${FRAME.topBar + FRAME.gap}px)`,
            },
          },
        }}
      >
        <BarWindowHead id={heading} title={title} all={all} onGo={close} />
        <PageBoundary>{children(close)}</PageBoundary>
      </Popover>
    </>
  );
};
