import { useStore } from 'ra-core';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { presentParams } from '../parts/presentParams';
import { initialState, type ListState, stateOfUrl, storedState, urlOfState } from './listState';

/**
 * Where somebody is in a list. The address says it, so that it can be sent to a colleague; the store remembers it for
 * the way back through the menu, a list of its own for each menu.
 * @param opening how the reader wants the list to open, where that is not as it is declared
 */
export const useListState = (entity: AnyEntity, menuCode: string, opening?: ListState) => {
  const [params, setParams] = useSearchParams();
  const [stored, setStored] = useStore<ListState | null>(`${menuCode}.listParams`, null);
  const initial = useMemo(() => initialState(entity), [entity]);
  const asked = useMemo(() => stateOfUrl(params, initial), [params, initial]);
  const state = asked ?? storedState(stored) ?? opening ?? initial;

  useEffect(() => {
    if (asked) setStored(asked);
  }, [asked, setStored]);

  // A filter waits for the end of typing, and the list may have changed meanwhile.
  const newest = useRef(state);
  newest.current = state;
  const change = useCallback(
    (patch: Partial<ListState>) => {
      const next = { ...newest.current, ...patch };
      setStored(next);
      setParams(urlOfState(presentParams(), next, initial), { replace: true });
    },
    [initial, setStored, setParams],
  );
  return { state, initial, change };
};
