import CloseIcon from '@mui/icons-material/Close';
import CloseAllIcon from '@mui/icons-material/HighlightOff';
import CloseRightIcon from '@mui/icons-material/KeyboardTab';
import RefreshIcon from '@mui/icons-material/Refresh';
import CloseOthersIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import { ListItemIcon, ListItemText } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Menu, MenuItem } from '../../look/menus';
import { useTabs } from './TabsProvider';

export interface MenuPosition {
  /** Path of the tab that the menu belongs to; it may be inactive. */
  path: string;
  left: number;
  top: number;
}

const ICONS = {
  refresh: RefreshIcon,
  close: CloseIcon,
  closeOthers: CloseOthersIcon,
  closeRight: CloseRightIcon,
  closeAll: CloseAllIcon,
} as const;

interface Props {
  position: MenuPosition;
  onClose: () => void;
}

/** Menu of a tab at the pointer. */
export const TabMenu = ({ position, onClose }: Props) => {
  const translate = useTranslate();
  const { state, choose } = useTabs();
  const { path } = position;
  const missing = [
    path === state.home && 'close',
    state.tabs.at(-1)?.path === path && 'closeRight',
  ];
  const types = (Object.keys(ICONS) as (keyof typeof ICONS)[]).filter(
    (type) => !missing.includes(type),
  );
  return (
    <Menu
      open
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={position}
      // If a key opened it, the browser may show its own menu too.
      onContextMenu={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {types.map((type) => {
        const Icon = ICONS[type];
        return (
          <MenuItem
            key={type}
            onClick={() => {
              onClose();
              choose(type === 'closeAll' ? { type } : { type, path });
            }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            <ListItemText>{translate(`tabs.${type}`)}</ListItemText>
          </MenuItem>
        );
      })}
    </Menu>
  );
};
