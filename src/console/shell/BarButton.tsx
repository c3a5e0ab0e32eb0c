import { IconButton, ListItemIcon, ListItemText, Menu, MenuItem, Tooltip } from '@mui/material';
import { type MouseEvent, type ReactNode, useState } from 'react';

interface Props {
  /** Its name, for those who do not see the icon and those who do not know it. */
  label: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** For a button that opens something. */
  expanded?: boolean;
  hasMenu?: boolean;
  children: ReactNode;
}

/** A button of the top bar. */
export const BarButton = ({ label, onClick, expanded, hasMenu, children }: Props) => (
  <Tooltip title={label} disableTouchListener>
    <IconButton
      aria-label={label}
      aria-expanded={expanded}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      onClick={onClick}
      sx={{ width: 38, height: 38, color: 'text.secondary', '& svg': { fontSize: 21 } }}
    >
      {children}
    </IconButton>
  </Tooltip>
);

interface BarMenuItem {
  key: string;
  label: string;
  /** More about it, below its label. */
  note?: string;
  icon?: ReactNode;
  /** The language of the label, where it is not the console's. */
  lang?: string;
  /** The one in use. */
  selected?: boolean;
  onChoose: () => void;
}

interface BarMenuProps {
  label: string;
  icon: ReactNode;
  items: readonly BarMenuItem[];
  /** It is opened: what its items say may be asked for. */
  onOpen?: () => void;
}

/** A button of the top bar with a list to choose from. */
export const BarMenu = ({ label, icon, items, onOpen }: BarMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (item: BarMenuItem) => {
    setAnchor(null);
    item.onChoose();
  };
  return (
    <>
      <BarButton
        label={label}
        hasMenu
        expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          onOpen?.();
          setAnchor(currentTarget);
        }}
      >
        {icon}
      </BarButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {items.map((item) => (
          <MenuItem
            key={item.key}
            role="menuitemradio"
            aria-checked={item.selected ?? false}
            selected={item.selected}
            lang={item.lang}
            onClick={() => choose(item)}
          >
            {item.icon && <ListItemIcon>{item.icon}</ListItemIcon>}
            <ListItemText primary={item.label} secondary={item.note} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
