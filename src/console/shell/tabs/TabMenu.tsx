import CloseIcon from '@mui/icons-material/Close';
import CloseAllIcon from '@mui/icons-material/HighlightOff';
import CloseRightIcon from '@mui/icons-material/KeyboardTab';
import RefreshIcon from '@mui/icons-material/Refresh';
import CloseOthersIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useTabs } from './TabsContext';
import type { TabsAction } from './tabsReducer';

export interface TabMenuPlace {
  /** The tab it is for; it need not be the one in use. */
  path: string;
  left: number;
  top: number;
}

interface Props {
  place: TabMenuPlace | undefined;
  onClose: () => void;
}

/** What can be done with a tab. */
export const TabMenu = ({ place, onClose }: Props) => {
  const translate = useTranslate();
  const { state, choose } = useTabs();
  const act = (action: TabsAction) => {
    onClose();
    choose(action);
  };
  const path = place?.path ?? '';
  const items = [
    { key: 'refresh', icon: <RefreshIcon fontSize="small" />, action: { type: 'refresh', path } },
    ...(path === state.home
      ? []
      : [
          {
            key: 'close',
            icon: <CloseIcon fontSize="small" />,
            action: { type: 'close', path },
          } as const,
        ]),
    {
      key: 'closeOthers',
      icon: <CloseOthersIcon fontSize="small" />,
      action: { type: 'closeOthers', path },
    },
    ...(state.tabs.at(-1)?.path === path
      ? []
      : [
          {
            key: 'closeRight',
            icon: <CloseRightIcon fontSize="small" />,
            action: { type: 'closeRight', path },
          } as const,
        ]),
    { key: 'closeAll', icon: <CloseAllIcon fontSize="small" />, action: { type: 'closeAll' } },
  ] as const;
  return (
    <Menu
      open={place !== undefined}
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={place}
      // Where a key opened it, the browser may bring its own menu as well.
      onContextMenu={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {items.map(({ key, icon, action }) => (
        <MenuItem key={key} onClick={() => act(action)}>
          <ListItemIcon>{icon}</ListItemIcon>
          <ListItemText>{translate(`tabs.${key}`)}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
};
