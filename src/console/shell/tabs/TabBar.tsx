import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useIsPhone } from '../useIsPhone';
import { TabItem } from './TabItem';
import { TabMenu, type TabMenuPlace } from './TabMenu';
import { useTabs } from './TabsContext';
import { pathOf } from './tabsReducer';
import { useStrip } from './useStrip';
import { useTabOrder } from './useTabOrder';

/** Specification section 2: px. */
const HEIGHT = 34;

/** The visited pages. One of them is a stop of the Tab key; the arrows lead to the others. */
export const TabBar = () => {
  const { enabled } = useTabs();
  const isPhone = useIsPhone();
  return enabled && !isPhone ? <Bar /> : null;
};

const Bar = () => {
  const translate = useTranslate();
  const { state, choose, titleOf } = useTabs();
  const here = pathOf(useLocation().pathname);
  const [menu, setMenu] = useState<TabMenuPlace>();
  const index = state.tabs.findIndex(({ path }) => path === here);
  const strip = useStrip(index, state.tabs.length);

  const focus = (at: number) => {
    const links = strip.current?.querySelectorAll<HTMLElement>('a') ?? [];
    links[Math.max(0, Math.min(at, links.length - 1))]?.focus();
  };
  const { step, dragOf } = useTabOrder(focus);
  const close = (path: string) => {
    if (path !== state.home) choose({ type: 'close', path });
  };
  const press = (event: KeyboardEvent<HTMLElement>, path: string, at: number) => {
    const { key, shiftKey, currentTarget } = event;
    if (key === 'ArrowLeft' && shiftKey) step(path, -1);
    else if (key === 'ArrowRight' && shiftKey) step(path, 1);
    else if (key === 'ArrowLeft') focus(at - 1);
    else if (key === 'ArrowRight') focus(at + 1);
    else if (key === 'Home') focus(0);
    else if (key === 'End') focus(state.tabs.length - 1);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openAt(currentTarget, path);
    else if (key === 'Delete') {
      // The tab takes the focus with it.
      if (path !== state.home) focus(at === 0 ? 1 : at - 1);
      close(path);
    } else return;
    event.preventDefault();
  };
  const openAt = (element: HTMLElement, path: string) => {
    const { left, bottom } = element.getBoundingClientRect();
    setMenu({ path, left, top: bottom });
  };
  const openAtPointer = (event: MouseEvent, path: string) => {
    event.preventDefault();
    setMenu({ path, left: event.clientX, top: event.clientY });
  };

  return (
    <Box
      component="nav"
      aria-label={translate('tabs.label')}
      sx={{
        flex: 'none',
        height: HEIGHT,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component="ul"
        ref={strip}
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          height: 1,
          m: 0,
          px: 1.25,
          overflow: 'auto hidden',
          scrollbarWidth: 'none',
          listStyle: 'none',
        }}
      >
        {state.tabs.map((tab, at) => (
          <TabItem
            key={tab.path}
            tab={tab}
            title={titleOf(tab)}
            isHere={at === index}
            isStop={at === Math.max(0, index)}
            drag={dragOf(tab.path)}
            onClose={tab.path === state.home ? undefined : () => close(tab.path)}
            onKey={(event) => press(event, tab.path, at)}
            onMenu={(event) => openAtPointer(event, tab.path)}
          />
        ))}
      </Box>
      <TabMenu place={menu} onClose={() => setMenu(undefined)} />
    </Box>
  );
};
