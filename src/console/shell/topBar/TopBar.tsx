import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import { Box, Divider, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { isAdministrator, useAccess } from '../../data';
import { BrandMark, FRAME } from '../../theme';
import { ExportsButton } from '../exports';
import { ErrorLogButton } from '../messages/ErrorLogButton';
import { SkipLink } from '../SkipLink';
import { SearchButton } from '../search';
import { SettingsButton, useSetting } from '../settings';
import { useIsPhone } from '../useIsPhone';
import { useSystemTitle } from '../useSystemTitle';
import { BarButton } from './BarButton';
import { Breadcrumb } from './Breadcrumb';
import { FullscreenButton } from './FullscreenButton';
import { LanguageMenu } from './LanguageMenu';
import { MapMenu } from './MapMenu';
import { OrgName } from './OrgName';
import { SizeMenu } from './SizeMenu';
import { ThemeMenu } from './ThemeMenu';
import { UserMenu } from './UserMenu';

interface Props {
  sidebarOpen: boolean;
  onToggleSidebar: () => void;
}

/** The bar over everything: where one is, whose console it is, and what is always at hand. */
export const TopBar = ({ sidebarOpen, onToggleSidebar }: Props) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const access = useAccess();
  const [sidebarLogo] = useSetting('sidebarLogo');
  const title = useSystemTitle();
  return (
    <Box
      component="header"
      sx={{
        flex: 'none',
        height: FRAME.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.25, sm: 0.5 },
        px: { xs: 0.75, sm: 1 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        zIndex: 'appBar',
      }}
    >
      <SkipLink />
      <BarButton
        label={translate(sidebarOpen ? 'shell.sidebar.close' : 'shell.sidebar.open')}
        expanded={sidebarOpen}
        onClick={onToggleSidebar}
      >
        {sidebarOpen ? <MenuOpenIcon /> : <MenuIcon />}
      </BarButton>
      {(isPhone || !sidebarLogo || !sidebarOpen) && (
        <>
          <BrandMark size={26} />
          <Typography
            component="span"
            variant="h6"
            noWrap
            sx={{ ml: 1, flex: '0 1 auto', minWidth: 0 }}
          >
            {title}
          </Typography>
        </>
      )}
      {!isPhone && (
        <>
          <Divider orientation="vertical" flexItem sx={{ mx: 1.5, my: 1.75 }} />
          <Breadcrumb />
        </>
      )}
      <Box sx={{ flex: 1 }} />
      {!isPhone && (
        <>
          <OrgName />
          <MapMenu />
          {!isAdministrator(access) && <FullscreenButton />}
          <SizeMenu />
          <ThemeMenu />
        </>
      )}
      <ErrorLogButton />
      <ExportsButton />
      <SearchButton />
      <LanguageMenu />
      {!isPhone && <SettingsButton />}
      <UserMenu />
    </Box>
  );
};
