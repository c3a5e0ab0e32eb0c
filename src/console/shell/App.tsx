import { CssBaseline } from '@mui/material';
import { CoreAdminContext, CoreAdminUI } from 'ra-core';
import { useMemo } from 'react';
import { EntitiesContext } from '../../fields/controls/entities';
import { FilesBaseContext } from '../../fields/controls/filesBase';
import { PlaceMapsContext } from '../../fields/controls/placeMaps';
import { loginMemory } from '../data/session';
import { placeMaps } from '../maps/picker';
import { Layout } from './Layout';
import { CrashPage } from './messages/CrashPage';
import { SessionDialog } from './messages/SessionDialog';
import { Toasts } from './messages/Toasts';
import { consoleRoutes } from './routes/consoleRoutes';
import { DeniedRoute } from './routes/errorRoutes';
import { UnknownPath } from './routes/UnknownPath';
import { ShellContext } from './ShellContext';
import { ConsoleTheme } from './start/ConsoleTheme';
import type { Started } from './start/createShell';
import { StartLoading } from './start/StartLoading';

/** The console: react-admin's core with our own look, so that its own look is not even loaded. */
export const App = ({ started }: { started: Started }) => {
  const { authProvider, dataProvider, i18nProvider, queryClient, store, runtime, declared } =
    started;
  const routes = useMemo(() => consoleRoutes(declared), [declared]);
  return (
    <ShellContext value={started}>
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
                <SessionDialog />
              </ConsoleTheme>
            </PlaceMapsContext>
          </FilesBaseContext>
        </EntitiesContext>
      </CoreAdminContext>
    </ShellContext>
  );
};
