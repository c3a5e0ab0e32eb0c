import CloseIcon from '@mui/icons-material/Close';
import { Box, Drawer, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { FRAME } from '../../theme';
import { useSetting } from '../settings';
import { SidebarLogo } from './SidebarLogo';
import { SidebarMenu } from './SidebarMenu';
import type { SidebarState } from './useSidebar';

/** The menu: beside the page on a desk, wide or as icons; over it on a phone. */
export const Sidebar = ({ isPhone, open, close }: SidebarState) => {
  const translate = useTranslate();
  const [logo] = useSetting('sidebarLogo');
  if (isPhone) {
    return (
      <Drawer
        open={open}
        onClose={close}
        slotProps={{
          paper: { 'aria-label': translate('shell.sidebar.label'), sx: { width: FRAME.sidebar } },
        }}
      >
        <Box
          sx={{ display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
        >
          <SidebarLogo wide />
          <IconButton aria-label={translate('shell.sidebar.close')} onClick={close} sx={{ mr: 1 }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflow: 'hidden auto' }}>
          <SidebarMenu wide />
        </Box>
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
          // What flies out of it lies over the page.
          zIndex: 'appBar',
          height: 1,
          maxHeight: '100dvh',
          overflow: 'hidden auto',
          scrollbarWidth: 'thin',
        }}
      >
        {logo && (
          <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <SidebarLogo wide={open} />
          </Box>
        )}
        <SidebarMenu wide={open} />
      </Box>
    </Box>
  );
};
