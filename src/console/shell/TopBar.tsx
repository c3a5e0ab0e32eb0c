import BugReport from '@mui/icons-material/BugReportOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import TranslateIcon from '@mui/icons-material/Translate';
import { Badge, Box, Button, Typography } from '@mui/material';
import { useState, useSyncExternalStore } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { locales } from '../../config';
import { loadable } from '../../fields/views/loadable';
import { useApp } from '../app';
import { useSystemTitle } from '../app/AppContext';
import { useAccess, useFollowedExports } from '../data';
import { languages } from '../i18n';
import { BrandMark } from '../look/BrandMark';
import { FRAME } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { AlarmBell } from './alarms/AlarmBell';
import { BarButton, BarMenu } from './BarButton';
import { MapMenu } from './MapMenu';
import { OrgLogo } from './OrgLogo';
import { SearchButton } from './search/SearchButton';
import { useSetting } from './settings';
import { UserMenu } from './UserMenu';
import type { SidebarState } from './useSidebar';

/**
 * Top bar: menu button, search, the organisation's name, and global buttons. The menu, the tabs and the page itself
 * show the location, so the bar does not.
 */
export const TopBar = ({ open: sidebarOpen, toggle }: Pick<SidebarState, 'open' | 'toggle'>) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
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
        bgcolor: 'chrome',
        zIndex: 'appBar',
      }}
    >
      <SkipLink />
      <BarButton
        label={translate(sidebarOpen ? 'shell.sidebar.close' : 'shell.sidebar.open')}
        expanded={sidebarOpen}
        onClick={toggle}
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
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          justifyContent: isPhone ? 'flex-end' : 'center',
          px: isPhone ? 0 : 2,
        }}
      >
        <SearchButton wide={!isPhone} />
      </Box>
      {!isPhone && <OrgName />}
      <MapMenu />
      <AlarmBell />
      <ErrorLogButton />
      <Exports />
      <LanguageMenu />
      <UserMenu />
    </Box>
  );
};

const ExportsButton = loadable(() => import('./ExportsButton'), 'ExportsButton');

const Exports = () => {
  const [followed] = useFollowedExports();
  return followed.length > 0 && <ExportsButton />;
};

const ErrorLogDialog = loadable(() => import('./ErrorLogDialog'), 'ErrorLogDialog');

/** Shows that errors were logged without a message, and opens the log. */
const ErrorLogButton = () => {
  const translate = useTranslate();
  const { errorLog } = useApp();
  const entries = useSyncExternalStore(errorLog.subscribe, errorLog.entries);
  const [open, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <>
      <BarButton
        label={translate('shell.errorLog.open', { smart_count: entries.length })}
        onClick={() => setOpen(true)}
      >
        <Badge variant="dot" color="error">
          <BugReport color="error" />
        </Badge>
      </BarButton>
      {open && (
        <ErrorLogDialog entries={entries} onClear={errorLog.clear} onClose={() => setOpen(false)} />
      )}
    </>
  );
};

/** First tab stop: skips the menu. */
const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById('main-content')?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-80px)' },
      }}
    >
      {translate('ra.navigation.skip_nav')}
    </Button>
  );
};

/** Logo of the organisation and, if there is room, its name, unless the console's title contains it. */
const OrgName = () => {
  const system = useSystemTitle();
  const name = useAccess().oper.orgVO.org_name;
  return (
    <Box
      title={name}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, flex: '0 1 auto', mr: 1 }}
    >
      <OrgLogo size={26} />
      <Typography
        noWrap
        variant="body2"
        color="textSecondary"
        sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 200 }}
      >
        {name !== system && name}
      </Typography>
    </Box>
  );
};

/** Language menu. The page stays open, and all texts of the server are fetched again. */
const LanguageMenu = () => {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  return (
    <BarMenu
      label={translate('login.language')}
      icon={<TranslateIcon />}
      items={locales.map((each) => ({
        key: each,
        label: languages[each].name,
        lang: languages[each].tag,
        selected: each === locale,
        onChoose: () => setLocale(each),
      }))}
    />
  );
};
