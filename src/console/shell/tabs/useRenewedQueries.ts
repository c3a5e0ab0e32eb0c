import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Asks anew for everything a refreshed page shows. The rights are not the page's. */
export const useRenewedQueries = (round: number): void => {
  const client = useQueryClient();
  // Coming back to the page runs its effects again.
  const done = useRef(round === 0);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    void client.invalidateQueries(
      { type: 'active', predicate: ({ queryKey }) => queryKey[0] !== 'auth' },
      { cancelRefetch: false },
    );
  }, [client]);
};
