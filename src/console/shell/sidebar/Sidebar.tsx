import { Box, Drawer } from '@mui/material';
import { FRAME } from '../../theme';
import { useSetting } from '../settings';
import { SidebarLogo } from './SidebarLogo';
import { SidebarMenu } from './SidebarMenu';
import type { SidebarState } from './useSidebar';

/** The menu: beside the page on a desk, wide or as icons; over it on a phone. */
export const Sidebar = ({ isPhone, open, close }: SidebarState) => {
  const [logo] = useSetting('sidebarLogo');
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
        {logo && <SidebarLogo wide />}
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
      })}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          height: 1,
          maxHeight: '100dvh',
          overflow: 'hidden auto',
          scrollbarWidth: 'thin',
        }}
      >
        {logo && <SidebarLogo wide={open} />}
        <SidebarMenu wide={open} />
      </Box>
    </Box>
  );
};
