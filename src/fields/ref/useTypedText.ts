import { useEffect, useState } from 'react';

/** ms without a key before a search starts. */
const PAUSE = 250;

/** A text that follows what is typed once typing pauses. */
export const useTypedText = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};
