import { useStore } from 'react-admin';

/** Returns true if this browser supports system notifications; without TLS none does. */
const isSupported = (): boolean => 'Notification' in globalThis;

/**
 * System notifications of alarms in this browser. The browser asks for permission only when the operator turns them on.
 * Reading `Notification.permission` blocks the page, so these are functions, called only when there is an alarm to
 * show.
 */
export const useSystemNotices = () => {
  const [isEnabled, setIsEnabled] = useStore('alarms.systemNotices', false);
  return {
    /** True if notifications are enabled and permitted. */
    areWanted: (): boolean => isEnabled && isSupported() && Notification.permission === 'granted',
    arePossible: (): boolean => isSupported() && Notification.permission !== 'denied',
    /** Turns notifications on or off. Resolves to false if the browser refuses. */
    want: async (on: boolean): Promise<boolean> => {
      const granted =
        !on || (isSupported() && (await Notification.requestPermission()) === 'granted');
      setIsEnabled(on && granted);
      return granted;
    },
  };
};
