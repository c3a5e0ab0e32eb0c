import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase, Typography } from '@mui/material';
import { useState } from 'react';
import { loadable } from '../../fields/views/loadable';
import { DialogBoundary } from '../app/boundaries';
import { useAccess } from '../data';
import { useIsPhone } from '../look/useIsPhone';

const UserMenuPanel = loadable(() => import('./UserMenuPanel'), 'UserMenuPanel');

const SettingsPanel = loadable(() => import('./SettingsPanel'), 'SettingsPanel');

/** Button with the operator's name. Its menu and the preferences are loaded when they are first opened. */
export const UserMenu = () => {
  const isPhone = useIsPhone();
  const { oper } = useAccess();
  // Both undefined until they are first opened.
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const [settingsOpen, setSettingsOpen] = useState<boolean>();
  const closeMenu = () => setAnchor(null);
  const closeSettings = () => setSettingsOpen(false);
  return (
    <>
      <ButtonBase
        aria-label={isPhone ? oper.operName : undefined}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          borderRadius: 1,
          height: 38,
          px: 0.75,
          gap: 1,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box
          aria-hidden
          sx={{
            display: 'grid',
            placeContent: 'center',
            width: 28,
            height: 28,
            borderRadius: '50%',
            typography: 'subtitle2',
            bgcolor: 'primary.light',
            color: 'primary.main',
          }}
        >
          {Array.from(oper.operName)[0]?.toUpperCase()}
        </Box>
        {!isPhone && (
          <>
            <Typography noWrap variant="body2" sx={{ maxWidth: 140 }}>
              {oper.operName}
            </Typography>
            <ExpandMore fontSize="small" color="secondary" />
          </>
        )}
      </ButtonBase>
      {anchor !== undefined && (
        <DialogBoundary onClose={closeMenu}>
          <UserMenuPanel
            anchor={anchor}
            onClose={closeMenu}
            onOpenSettings={() => setSettingsOpen(true)}
          />
        </DialogBoundary>
      )}
      {settingsOpen !== undefined && (
        <DialogBoundary onClose={closeSettings}>
          <SettingsPanel open={settingsOpen} onClose={closeSettings} />
        </DialogBoundary>
      )}
    </>
  );
};
