export interface LinkLog {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** Maximum senders named in the log, once each. Keeps broken firmware from filling it. */
const MAX_NAMED_SENDERS = 1000;

/** Creates a function that warns about each sender once. @param text receives the quoted sender, and the reason */
export const createSenderWarning = (
  log: LinkLog,
  text: (sender: string, reason: string) => string,
): ((sender: string, reason?: string) => void) => {
  const named = new Set<string>();
  return (sender, reason = '') => {
    if (named.has(sender) || named.size >= MAX_NAMED_SENDERS) return;
    named.add(sender);
    log.warn(text(JSON.stringify(sender), reason));
  };
};
