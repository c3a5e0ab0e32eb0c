import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type { LiveDevice } from '../../domain/live';
import { useAccess } from './access';
import type { Live, LiveState } from './live';

const LiveContext = createContext<Live | null>(null);

/** Keeps live data coming while it is shown. @param enabled false when the rights cover no device */
export const LiveProvider = ({
  live,
  enabled,
  children,
}: {
  live: Live;
  enabled: boolean;
  children: ReactNode;
}) => {
  const { id } = useAccess().oper;
  useEffect(() => {
    if (!enabled) return;
    live.start(id);
    return live.stop;
  }, [live, enabled, id]);
  return <LiveContext value={live}>{children}</LiveContext>;
};

/** The fleet and the tickets as they change. */
export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Live data is known inside of LiveProvider only');
  return live;
};

/** Whether live data comes, and when it last came. */
export const useLiveState = (): LiveState => {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.state);
};

/** Whether the whole fleet has been there once. */
export const useIsLiveLoaded = (): boolean => {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => live.state().lastAnswer !== null);
};

/** The newest state of a device, as it changes; undefined where live data does not know it. */
export const useLiveDevice = (sn: string): LiveDevice | undefined => {
  const { fleet } = useLive();
  return useSyncExternalStore(
    fleet.subscribe,
    useCallback(() => fleet.get(sn), [fleet, sn]),
  );
};
