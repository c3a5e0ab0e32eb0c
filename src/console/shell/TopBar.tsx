import SizeIcon from '@mui/icons-material/FormatSizeOutlined';
import FullscreenIcon from '@mui/icons-material/Fullscreen';
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpenIcon from '@mui/icons-material/MenuOpen';
import TranslateIcon from '@mui/icons-material/Translate';
import { Box, Breadcrumbs, Button, Divider, Link, Typography } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useLocaleState, useNotify, useTranslate } from 'react-admin';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { locales } from '../../config';
import { isAdministrator, useAccess } from '../data';
import { languages } from '../i18n';
import { BrandMark } from '../look/BrandMark';
import { layoutSizes } from '../look/components';
import { FRAME } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { AlarmBell } from './alarms/AlarmBell';
import { BarButton, BarMenu } from './BarButton';
import { ExportsButton } from './ExportsButton';
import { ErrorLogButton } from './errors';
import { MapMenu } from './MapMenu';
import { HOME, menuTitle, pageTitles, useMenus, useOpenRoute } from './menus';
import { OrgLogo } from './OrgLogo';
import { SettingsButton, ThemeMenu } from './SettingsButton';
import { useSystemTitle } from './ShellContext';
import { SearchButton } from './search/SearchButton';
import { useLook, useSetting } from './settings';
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
      {isPhone && <MapMenu />}
      <AlarmBell />
      <ErrorLogButton />
      <ExportsButton />
      <SearchButton />
      <LanguageMenu />
      {!isPhone && <SettingsButton />}
      <UserMenu />
    </Box>
  );
};

/** The first stop of the Tab key: past the menu. */
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
      {translate('shell.skip')}
    </Button>
  );
};

/** Home, the group, the page. */
const Breadcrumb = () => {
  const translate = useTranslate();
  const menus = useMenus();
  const { pathname } = useLocation();
  const isHome = useOpenRoute()?.path === HOME;
  const steps = isHome ? [] : pageTitles(translate, menus, pathname);
  const home = menus.routes.find(({ path }) => path === HOME);
  const homeTitle = home && menuTitle(translate, home);
  return (
    <Breadcrumbs
      aria-label={translate('shell.breadcrumb')}
      sx={{ minWidth: 0, '& ol': { flexWrap: 'nowrap' }, '& li': { whiteSpace: 'nowrap' } }}
    >
      {homeTitle &&
        (steps.length > 0 ? (
          <Link
            component={RouterLink}
            to={HOME}
            underline="hover"
            color="textSecondary"
            variant="body2"
          >
            {homeTitle}
          </Link>
        ) : (
          <Typography variant="body2" aria-current="page" sx={{ fontWeight: 600 }}>
            {homeTitle}
          </Typography>
        ))}
      {steps.map((step, i) =>
        i === steps.length - 1 ? (
          <Typography key={step} variant="body2" aria-current="page" sx={{ fontWeight: 600 }}>
            {step}
          </Typography>
        ) : (
          <Typography key={step} variant="body2" color="textSecondary">
            {step}
          </Typography>
        ),
      )}
    </Breadcrumbs>
  );
};

/** Whose console it is: the organisation's sign and, where there is room, its name. */
const OrgName = () => {
  const { org_name: name } = useAccess().oper.orgVO;
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
        {name}
      </Typography>
    </Box>
  );
};

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** The whole screen for the console, and back; the Escape key does it too, so the browser is asked how it is. */
const FullscreenButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async () => {
    try {
      if (isFull) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      notify('shell.fullscreen.unsupported', { type: 'warning', autoHideDuration: 3_000 });
    }
  };
  return (
    <BarButton
      label={translate(isFull ? 'shell.fullscreen.leave' : 'shell.fullscreen.enter')}
      onClick={() => void toggle()}
    >
      {isFull ? <FullscreenExitIcon /> : <FullscreenIcon />}
    </BarButton>
  );
};

/** How dense the console is; nothing that was typed is lost by it. */
const SizeMenu = () => {
  const translate = useTranslate();
  const { size } = useLook();
  const [, setSize] = useSetting('size');
  return (
    <BarMenu
      label={translate('settings.size')}
      icon={<SizeIcon />}
      items={layoutSizes.map((each) => ({
        key: each,
        label: translate(`settings.sizes.${each}`),
        selected: each === size,
        onChoose: () => setSize(each),
      }))}
    />
  );
};

/** The language; the place stays, and everything the server said is asked for again. */
const LanguageMenu = () => {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  return (
    <BarMenu
      label={translate('shell.language')}
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
