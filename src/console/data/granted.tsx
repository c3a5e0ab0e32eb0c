import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Access, type Grants, grantsOf } from './access';

interface Granted {
  access: Access;
  grants: Grants;
}

const GrantedContext = createContext<Granted | null>(null);

/** Lets everything inside ask for rights without waiting. */
export const GrantedProvider = ({ access, children }: { access: Access; children: ReactNode }) => {
  const granted = useMemo(() => ({ access, grants: grantsOf(access) }), [access]);
  return <GrantedContext value={granted}>{children}</GrantedContext>;
};

const useGrantedContext = (): Granted => {
  const granted = useContext(GrantedContext);
  if (!granted) throw new Error('Rights are known inside of GrantedProvider only');
  return granted;
};

/** Who is signed in and with which menus. */
export const useAccess = (): Access => useGrantedContext().access;

/** The question itself, for lists of buttons. */
export const useGrants = (): Grants => useGrantedContext().grants;

/** Whether one of some button codes or call paths is granted: `useGranted('device:seal', '/command/seal')`. */
export const useGranted = (...keys: readonly (string | undefined)[]): boolean =>
  useGrants()(...keys);
