import { usePermissions } from 'react-admin';
import type { AnyEntity, Console } from '../../config';
import type { RuntimeConfig } from '../../protocol';
import {
  type Access,
  type ConsoleAuthProvider,
  type Live,
  type SessionLoss,
  useAccess,
} from '../data';
import { requiredContext } from '../data/requiredContext';
import type { ErrorLog } from './errorLog';

export interface AppServices {
  runtime: RuntimeConfig;
  declared: Console;
  authProvider: ConsoleAuthProvider;
  live: Live;
  sessionLoss: SessionLoss;
  /** Ends the session and reloads the page, which then shows the login page. */
  startAgain: () => void;
  errorLog: ErrorLog;
  /** Path that the latest sign-in led to; the operator may have no menu for it. */
  arrival: string | undefined;
}

export const [AppContext, useApp] = requiredContext<AppServices>('the console');

/** Returns the title of the console: the operator's own, else the server's. */
export const useSystemTitle = (): string => {
  const { runtime } = useApp();
  const { permissions: access } = usePermissions<Access | null>();
  return access?.preferences?.system_title?.trim() || runtime.title;
};

export const useEntityByName = (name: string): AnyEntity | undefined =>
  useApp().declared.entities.find((entity) => entity.name === name);

/** Returns the declared order of an entity's list; of open alarms, the worst first. */
export const useDeclaredSort = (name: string) => {
  const [field, order] = useEntityByName(name)?.sort ?? ['id', 'DESC'];
  return { field, order };
};

/** Returns true if totals of filtered lists count the records that match. */
export const useAnswersFilters = (): boolean => {
  const { wire } = useApp().declared;
  const access = useAccess();
  return wire.filters || access.filters === true;
};
