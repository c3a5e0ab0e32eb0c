import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '../../data';

/** Live data away for less than this, ms, is a hiccup that nobody needs to hear of. */
const HICCUP = 20_000;

const followNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Whether this browser has a network, and, if it has, whether live data that once came still comes. */
export const useConnection = (): 'good' | 'offline' | 'lost' => {
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const { connected, lastAnswer } = useLiveState();
  const broken = !connected && lastAnswer !== null;
  const [lost, setLost] = useState(false);
  useEffect(() => {
    setLost(false);
    if (!broken) return;
    const timer = setTimeout(() => setLost(true), HICCUP);
    return () => clearTimeout(timer);
  }, [broken]);
  if (!online) return 'offline';
  return broken && lost ? 'lost' : 'good';
};
