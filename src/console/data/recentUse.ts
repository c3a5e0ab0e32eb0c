import { useCallback } from 'react';
import { useStore } from 'react-admin';
import { useAccess } from './access';

const NO_LOCKS: readonly string[] = [];
const NO_COMMANDS: Readonly<Record<string, number>> = {};

/** Limit of the remembered locks, of which some may be gone. */
const MAX_LOCKS = 20;

/** Serial numbers of the locks that the operator opened, commanded or played in this browser, newest first. */
export const useUsedLocks = () => {
  const { oper } = useAccess();
  const [sns, setSns] = useStore<readonly string[]>(`search.locks.${oper.id}`, NO_LOCKS);
  const remember = useCallback(
    (sn: string) =>
      setSns((before) => [sn, ...before.filter((each) => each !== sn)].slice(0, MAX_LOCKS)),
    [setSns],
  );
  return { sns, remember };
};

/** Commands that the operator sent in this browser, counted by code. */
export const useSentCommands = () => {
  const { oper } = useAccess();
  const [counts, setCounts] = useStore(`search.commands.${oper.id}`, NO_COMMANDS);
  const count = useCallback(
    (code: string) => setCounts((before) => ({ ...before, [code]: (before[code] ?? 0) + 1 })),
    [setCounts],
  );
  return { counts, count };
};
