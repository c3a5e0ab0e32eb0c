import { useEffect, useState } from 'react';

/** Returns the current time, epoch ms, updated at an interval, ms. */
export const useTick = (interval: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
};
