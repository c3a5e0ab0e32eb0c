import { createContext, useContext } from 'react';
import { usePermissions } from 'react-admin';
import type { AnyEntity, Console } from '../../config';
import type { RuntimeConfig } from '../../protocol';
import {
  type Access,
  type ConsoleAuthProvider,
  type Live,
  readableEntities,
  type SessionLoss,
  useAccess,
} from '../data';
import type { ErrorLog } from './errorLog';

/** What there is once in a running console. */
export interface AppServices {
  runtime: RuntimeConfig;
  declared: Console;
  authProvider: ConsoleAuthProvider;
  live: Live;
  sessionLoss: SessionLoss;
  /** Forgets the session and loads the page again, which leads to the login page. */
  startAgain: () => void;
  errorLog: ErrorLog;
  /** The address a sign-in just led to; it may be one that this operator has no menu for. */
  arrival: string | undefined;
}

export const AppContext = createContext<AppServices | null>(null);

export const useApp = (): AppServices => {
  const shell = useContext(AppContext);
  if (!shell) throw new Error('This belongs inside the console');
  return shell;
};

/** What the console is called: as the operator wants it, else as the server does. */
export const useSystemTitle = (): string => {
  const { runtime } = useApp();
  const { permissions: access } = usePermissions<Access | null>();
  return access?.preferences?.system_title?.trim() || runtime.title;
};

/** A declared entity by its name; undefined where a configuration has none of that name. */
export const useEntityByName = (name: string): AnyEntity | undefined =>
  useApp().declared.entities.find((entity) => entity.name === name);

/** True if totals of filtered lists count what the filter matches. */
export const useAnswersFilters = (): boolean => {
  const { wire } = useApp().declared;
  const access = useAccess();
  return wire.filters || access.filters === true;
};

/** Whether the operator may list an entity's records; not of one that is not declared. */
export const useCanRead = (name: string): boolean =>
  readableEntities(useAccess(), useApp().declared).has(name);
