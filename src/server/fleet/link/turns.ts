/**
 * Admits the messages of one sender in their order, at most `max` in one turn of the event loop. Calls and other
 * senders come in between, however much the sender has written at once.
 */
export const createTurns = (max: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  let admitted = 0;
  let isScheduled = false;
  const schedule = (): void => {
    isScheduled = true;
    setImmediate(beginTurn);
  };
  const beginTurn = (): void => {
    const next = waiting.splice(0, max);
    admitted = next.length;
    isScheduled = false;
    if (admitted > 0) schedule();
    for (const admit of next) admit();
  };
  return async () => {
    if (!isScheduled) schedule();
    if (admitted < max && waiting.length === 0) admitted += 1;
    else await new Promise<void>((admit) => waiting.push(admit));
  };
};

/** Messages of one lock, or frames of one connection, in a turn of the event loop. */
export const MESSAGES_PER_TURN = 16;
