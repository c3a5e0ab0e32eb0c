import { Box } from '@mui/material';
import { type ReactNode, useEffect, useMemo } from 'react';
import { usePermissions } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { TitleNamesContext } from '../../fields/views/contexts';
import { useApp } from '../app/AppContext';
import { BarBoundary } from '../app/boundaries';
import { MenuContext, menusOf } from '../app/menus';
import { useTitleNames } from '../app/recordNames';
import { type Access, AccessProvider, LiveProvider } from '../data';
import { FRAME_HEIGHT, PAGE_BOTTOM } from '../look/components';
import { scrolling } from '../look/floating';
import { CommandProvider } from '../operations';
import { AlarmProvider } from './alarms/AlarmProvider';
import { NoticeBars } from './notices';
import { useSetting } from './settings';
import { Sidebar } from './sidebar';
import { TopBar } from './TopBar';
import { KeepAlive, SCROLL_AREA } from './tabs/keepAlive';
import { TabBar } from './tabs/TabBar';
import { TabsProvider, useTabs } from './tabs/TabsProvider';
import { pathOf } from './tabs/tabsReducer';
import { useSidebar } from './useSidebar';

/** Layout of every page, with the providers that pages depend on: rights, live data, commands, tabs. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const { permissions: access } = usePermissions<Access | null>();
  return access ? <Provided access={access}>{children}</Provided> : null;
};

const Provided = ({ access, children }: { access: Access; children: ReactNode }) => {
  const { declared, live } = useApp();
  const menus = useMemo(() => menusOf(access, declared), [access, declared]);
  const tooDeep = menus.tooDeep.join(', ');
  useEffect(() => {
    if (tooDeep) reportError(new Error(`Menus deeper than two levels: ${tooDeep}`));
  }, [tooDeep]);
  return (
    <MenuContext value={menus}>
      <AccessProvider access={access} declared={declared}>
        <LiveProvider live={live}>
          <NamesProvider>
            <CommandProvider>
              <TabsProvider>
                <AlarmProvider>
                  <Frame>{children}</Frame>
                </AlarmProvider>
              </TabsProvider>
            </CommandProvider>
          </NamesProvider>
        </LiveProvider>
      </AccessProvider>
    </MenuContext>
  );
};

const NamesProvider = ({ children }: { children: ReactNode }) => (
  <TitleNamesContext value={useTitleNames()}>{children}</TitleNamesContext>
);

const column = { display: 'flex', flexDirection: 'column' } as const;

/** Bars, menu and page. The page scrolls below the bars, or together with them if they are not fixed. */
const Frame = ({ children }: { children: ReactNode }) => {
  const sidebar = useSidebar();
  const { keepsAlive } = useTabs();
  const { pathname } = useLocation();
  const [fixedHeader] = useSetting('fixedHeader');
  const fixed = fixedHeader || !keepsAlive(pathOf(pathname));
  const inner = fixed ? { flex: 1, minHeight: 0 } : { flex: '1 0 auto' };
  return (
    <Box
      {...{ [SCROLL_AREA]: '' }}
      {...(!fixed && scrolling)}
      sx={{
        ...column,
        [FRAME_HEIGHT.name]: `calc(100dvh - ${PAGE_BOTTOM})`,
        height: FRAME_HEIGHT.size,
        overflow: fixed ? 'hidden' : 'auto',
        '@media print': { height: 'auto', overflow: 'visible' },
      }}
    >
      <BarBoundary>
        <NoticeBars />
      </BarBoundary>
      <BarBoundary>
        <TopBar {...sidebar} />
      </BarBoundary>
      <Box sx={{ display: 'flex', ...inner }}>
        <BarBoundary>
          <Sidebar {...sidebar} />
        </BarBoundary>
        <Box sx={{ ...column, flex: 1, minWidth: 0 }}>
          <BarBoundary>
            <TabBar />
          </BarBoundary>
          <Box
            component="main"
            id="main-content"
            tabIndex={-1}
            sx={{ ...column, ...inner, minWidth: 0, '&:focus-visible': { outline: 'none' } }}
          >
            <KeepAlive>{children}</KeepAlive>
          </Box>
        </Box>
      </Box>
    </Box>
  );
};
