import { type ReactNode, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { LiveDevice } from '../../domain/live';
import { useAccess, useFollowsLive } from './access';
import type { Live, LiveState } from './live';
import { requiredContext } from './requiredContext';

export const [LiveContext, useLive] = requiredContext<Live>('LiveProvider');

/** Runs live updates while it is mounted, if the operator may follow it. */
export const LiveProvider = ({ live, children }: { live: Live; children: ReactNode }) => {
  const enabled = useFollowsLive();
  const { id } = useAccess().oper;
  useEffect(() => {
    if (!enabled) return;
    live.start(id);
    return live.stop;
  }, [live, enabled, id]);
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** Returns the state of the live connection and the time of its last response. */
export const useLiveState = (): LiveState => {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.state);
};

export const useIsLiveLoaded = (): boolean => {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => live.state().lastAnswer !== null);
};

const unsubscribed = () => () => {};
const notLoaded = () => null;

/** Returns the function that names a lock by its SN; the live data has no name of an unnamed or unknown lock. */
export const useLiveNames = (): ((sn: string) => string | undefined) => {
  const live = useContext(LiveContext);
  // A loaded fleet answers other names than an empty one, so that the function changes with it.
  const loaded = useSyncExternalStore(
    live?.subscribe ?? unsubscribed,
    live ? () => live.state().lastAnswer !== null : notLoaded,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useCallback(
    (sn) => {
      const row = live?.fleet.rowOf(sn);
      return row === undefined ? undefined : live?.fleet.nameAt(row) || undefined;
    },
    [live, loaded],
  );
};

/** Returns the current state of a device and follows its changes; undefined if the live data lacks it. */
export const useLiveDevice = (sn: string): LiveDevice | undefined => {
  const { fleet } = useLive();
  return useSyncExternalStore(
    fleet.subscribe,
    useCallback(() => fleet.get(sn), [fleet, sn]),
  );
};
