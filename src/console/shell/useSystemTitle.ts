import { usePermissions } from 'ra-core';
import type { Access } from '../data';
import { useShell } from './ShellContext';

/** What the console is called: as the operator wants it, else as the server does. */
export const useSystemTitle = (): string => {
  const { runtime } = useShell();
  const { permissions: access } = usePermissions<Access | null>();
  return access?.hobby?.system_title?.trim() || runtime.title;
};
