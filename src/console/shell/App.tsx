import { CssBaseline } from '@mui/material';
import { CoreAdminContext, CoreAdminUI } from 'ra-core';
import { EntitiesContext } from '../../fields/controls/entities';
import { FilesBaseContext } from '../../fields/controls/filesBase';
import { AccessDeniedPage } from '../pages/errors';
import { Layout } from './Layout';
import { CrashPage } from './messages/CrashPage';
import { SessionDialog } from './messages/SessionDialog';
import { Toasts } from './messages/Toasts';
import { consoleRoutes } from './routes/consoleRoutes';
import { UnknownPath } from './routes/UnknownPath';
import { ShellContext } from './ShellContext';
import { ConsoleTheme } from './start/ConsoleTheme';
import type { Started } from './start/createShell';
import { StartLoading } from './start/StartLoading';

/** The console: react-admin's core with our own look, so that its own look is not even loaded. */
export const App = ({ started }: { started: Started }) => {
  const { authProvider, dataProvider, i18nProvider, queryClient, store, runtime, declared } =
    started;
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
          <FilesBaseContext value={runtime.imageServerUrl}>
            <ConsoleTheme>
              <CssBaseline enableColorScheme />
              <CoreAdminUI
                accessDenied={AccessDeniedPage}
                authenticationError={AccessDeniedPage}
                catchAll={UnknownPath}
                disableTelemetry
                error={CrashPage}
                layout={Layout}
                loading={StartLoading}
                requireAuth
                title={runtime.title}
              >
                {consoleRoutes}
              </CoreAdminUI>
              <Toasts />
              <SessionDialog />
            </ConsoleTheme>
          </FilesBaseContext>
        </EntitiesContext>
      </CoreAdminContext>
    </ShellContext>
  );
};
