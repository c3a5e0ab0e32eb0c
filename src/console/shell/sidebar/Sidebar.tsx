import { Box, Drawer } from '@mui/material';
import { FRAME } from '../../theme';
import { SidebarMenu } from './SidebarMenu';
import type { SidebarState } from './useSidebar';

/** The menu: beside the page on a desk, wide or as icons; over it on a phone. */
export const Sidebar = ({ isPhone, open, close }: SidebarState) => {
  if (isPhone) {
    return (
      <Drawer
        open={open}
        onClose={close}
        slotProps={{
          paper: { sx: { width: FRAME.sidebar, top: FRAME.topBar, bgcolor: 'background.paper' } },
          root: { sx: { top: FRAME.topBar } },
          backdrop: { sx: { top: FRAME.topBar } },
        }}
      >
        <SidebarMenu wide />
      </Drawer>
    );
  }
  return (
    <Box
      sx={(theme) => ({
        flex: 'none',
        width: open ? FRAME.sidebar : FRAME.sidebarClosed,
        transition: theme.transitions.create('width', { duration: 280 }),
        borderRight: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        overflow: 'hidden auto',
        scrollbarWidth: 'thin',
      })}
    >
      <SidebarMenu wide={open} />
    </Box>
  );
};
