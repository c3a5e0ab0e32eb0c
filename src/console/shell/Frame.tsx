import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { NoticeBars } from './notices';
import { useSetting } from './settings';
import { Sidebar } from './sidebar/Sidebar';
import { useSidebar } from './sidebar/useSidebar';
import { KeptPages } from './tabs/KeptPages';
import { SCROLLED } from './tabs/PageScroller';
import { TabBar } from './tabs/TabBar';
import { useTabs } from './tabs/TabsContext';
import { pathOf } from './tabs/tabsReducer';
import { TopBar } from './topBar/TopBar';

const column = { display: 'flex', flexDirection: 'column' } as const;

/** Bars, menu and page. The page scrolls below the bars, or takes them along where they are not fixed. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const sidebar = useSidebar();
  const { keeps } = useTabs();
  const { pathname } = useLocation();
  const [fixedHeader] = useSetting('fixedHeader');
  const fixed = fixedHeader || !keeps(pathOf(pathname));
  const inner = fixed ? { flex: 1, minHeight: 0 } : { flex: '1 0 auto' };
  return (
    <Box
      {...{ [SCROLLED]: '' }}
      sx={{ ...column, height: '100dvh', overflow: fixed ? 'hidden' : 'auto' }}
    >
      <NoticeBars />
      <TopBar onToggleSidebar={sidebar.toggle} sidebarOpen={sidebar.open} />
      <Box sx={{ display: 'flex', ...inner }}>
        <Sidebar {...sidebar} />
        <Box sx={{ ...column, flex: 1, minWidth: 0 }}>
          <TabBar />
          <Box
            component="main"
            id="main-content"
            tabIndex={-1}
            sx={{ ...column, ...inner, minWidth: 0, outline: 'none' }}
          >
            <KeptPages>{children}</KeptPages>
          </Box>
        </Box>
      </Box>
    </Box>
  );
};
