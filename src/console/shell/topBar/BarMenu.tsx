import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { BarButton } from './BarButton';

export interface BarMenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  /** The language of the label, where it is not the console's. */
  lang?: string;
  /** The one in use. */
  selected?: boolean;
  onChoose: () => void;
}

interface Props {
  label: string;
  icon: ReactNode;
  items: readonly BarMenuItem[];
}

/** A button of the top bar with a list to choose from. */
export const BarMenu = ({ label, icon, items }: Props) => {
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
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
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
            <ListItemText>{item.label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
