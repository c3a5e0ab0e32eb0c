import { Box, CircularProgress, CssBaseline } from '@mui/material';
import { enUS, type Localization, zhCN } from '@mui/material/locale';
import { createTheme } from '@mui/material/styles';
import { ThemeProvider } from '@mui/system';
import { type ReactElement, type ReactNode, StrictMode, useEffect, useMemo } from 'react';
import { CoreAdminContext, CoreAdminUI, useStore, useTranslate } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { Locale } from '../../config';
import {
  EntitiesContext,
  FilesBaseContext,
  type PlaceMaps,
  PlaceMapsContext,
} from '../../fields/views/contexts';
import { loadable } from '../../fields/views/loadable';
import { useReaderLocale } from '../../fields/views/reader';
import { AppContext } from '../app/AppContext';
import { CrashPage } from '../app/boundaries';
import { setShifts } from '../data';
import { loginMemory } from '../data/session';
import { BrandMark } from '../look/BrandMark';
import { appearAfter } from '../look/components';
import { consoleTheme, type DeviceMode, useMode } from '../look/theme';
import { createConsole, type RunningConsole, type StartOptions } from './createShell';
import { Layout } from './Layout';
import { SessionLoss, Toasts } from './messages';
import { consoleRoutes, DeniedRoute, UnknownPath } from './routes';
import { useAppearance } from './settings';

export { loadLists } from './routes';

/** Creates the console. Its router can block leaving an unsaved form; react-admin would create one that cannot. */
export const consoleElement = async (start: StartOptions): Promise<ReactElement> => {
  setShifts(start.runtime.shifts);
  const started = await createConsole(start);
  const router = createBrowserRouter([{ path: '*', element: <App started={started} /> }]);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
};

const placeMaps: PlaceMaps = {
  Picker: loadable(() => import('../maps/places/PlacePicker'), 'PlacePicker'),
  View: loadable(() => import('../maps/places/PlaceMap'), 'PlaceMap'),
};

/** Console on react-admin's core with a custom UI, so that react-admin's own UI is not loaded. */
const App = ({ started }: { started: RunningConsole }) => {
  const { authProvider, dataProvider, i18nProvider, queryClient, store, runtime, declared } =
    started;
  const routes = useMemo(() => consoleRoutes(declared), [declared]);
  return (
    <AppContext value={started}>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
      >
        <EntitiesContext value={declared.entities}>
          <FilesBaseContext value={loginMemory().imageServerUrl ?? runtime.imageServerUrl}>
            <PlaceMapsContext value={placeMaps}>
              <ConsoleTheme>
                <CssBaseline enableColorScheme />
                <CoreAdminUI
                  accessDenied={DeniedRoute}
                  authenticationError={DeniedRoute}
                  catchAll={UnknownPath}
                  disableTelemetry
                  error={CrashPage}
                  layout={Layout}
                  loading={StartLoading}
                  requireAuth
                  title={runtime.title}
                >
                  {routes}
                </CoreAdminUI>
                <Toasts />
                <SessionLoss />
              </ConsoleTheme>
            </PlaceMapsContext>
          </FilesBaseContext>
        </EntitiesContext>
      </CoreAdminContext>
    </AppContext>
  );
};

const muiTexts: Readonly<Record<Locale, Localization>> = { en: enUS, zh: zhCN };

/** Applies the theme with the operator's mode, colour, density and language. */
const ConsoleTheme = ({ children }: { children: ReactNode }) => {
  const [setting] = useStore<string>('theme', 'system');
  const mode = useMode(setting);
  const { primary, size, device } = useAppearance();
  useViewport(device);
  const locale = useReaderLocale();
  const theme = useMemo(
    () => createTheme(consoleTheme(mode, primary, size, device), muiTexts[locale]),
    [mode, primary, size, device, locale],
  );
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
};

/** Width of the desktop layout on a phone, px; the page can be zoomed. */
const DESK = 1200;

/** Sets the viewport width of a phone; desktop browsers ignore it. */
const useViewport = (device: DeviceMode): void => {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (!meta || device !== 'desktop') return;
    const own = meta.content;
    meta.content = `width=${DESK}`;
    return () => {
      meta.content = own;
    };
  }, [device]);
};

/** Loading indicator while the rights are fetched, delayed so that a fast answer does not show it. */
const StartLoading = () => {
  const translate = useTranslate();
  return (
    <Box
      sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', minHeight: '100dvh' }}
    >
      <Box
        sx={{
          ...appearAfter(0.3),
          display: 'grid',
          justifyItems: 'center',
          gap: 3,
        }}
      >
        <BrandMark size={56} />
        <CircularProgress size={28} aria-label={translate('ra.page.loading')} />
      </Box>
    </Box>
  );
};
