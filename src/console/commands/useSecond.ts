import { useEffect, useState } from 'react';

/** The time, ms since 1970, renewed every second: for a clock that counts down in view of the reader. */
export const useSecond = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};
