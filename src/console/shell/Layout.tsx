import { Box } from '@mui/material';
import { usePermissions } from 'ra-core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { CommandProvider } from '../commands';
import { type Access, GrantedProvider, LiveProvider, readableEntities } from '../data';
import { MenuContext } from './MenuContext';
import { menuTree } from './routes/menuTree';
import { useShell } from './ShellContext';
import { Sidebar } from './sidebar/Sidebar';
import { useSidebar } from './sidebar/useSidebar';
import { TopBar } from './topBar/TopBar';

/** The frame around every page, and what the pages may rely on: rights, live data, commands. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const { permissions: access } = usePermissions<Access | null>();
  return access ? <Frame access={access}>{children}</Frame> : null;
};

const Frame = ({ access, children }: { access: Access; children: ReactNode }) => {
  const { declared, live } = useShell();
  const menus = useMemo(() => menuTree(access.menus, declared), [access, declared]);
  const watched = useMemo(
    () => readableEntities(access, declared).has('device'),
    [access, declared],
  );
  const sidebar = useSidebar();
  const tooDeep = menus.tooDeep.join(', ');
  useEffect(() => {
    if (tooDeep) reportError(new Error(`Menus deeper than two levels: ${tooDeep}`));
  }, [tooDeep]);
  return (
    <MenuContext value={menus}>
      <GrantedProvider access={access}>
        <LiveProvider live={live} enabled={watched}>
          <CommandProvider>
            <Box sx={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
              <TopBar onToggleSidebar={sidebar.toggle} sidebarOpen={sidebar.open} />
              <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
                <Sidebar {...sidebar} />
                <Box
                  component="main"
                  id="main-content"
                  tabIndex={-1}
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    overflow: 'auto',
                    display: 'flex',
                    flexDirection: 'column',
                    outline: 'none',
                  }}
                >
                  {children}
                </Box>
              </Box>
            </Box>
          </CommandProvider>
        </LiveProvider>
      </GrantedProvider>
    </MenuContext>
  );
};
