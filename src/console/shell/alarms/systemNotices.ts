import { useStore } from 'react-admin';

/** Whether this browser can show notices of the operating system at all: without TLS none does. */
const isSupported = (): boolean => 'Notification' in globalThis;

/**
 * Notices of the operating system about alarms, in this browser: leave for them is the browser's, and asked for only
 * when somebody turns them on. To look whether there is leave keeps the page waiting for the browser: who only tells
 * alarms asks when there is one to tell.
 */
export const useSystemNotices = () => {
  const [isEnabled, setIsEnabled] = useStore('alarms.systemNotices', false);
  return {
    /** Whether they are on, and may be shown. */
    areWanted: (): boolean => isEnabled && isSupported() && Notification.permission === 'granted',
    arePossible: (): boolean => isSupported() && Notification.permission !== 'denied',
    /** Turns them on or off; answers whether they are as wanted: the browser may refuse. */
    want: async (on: boolean): Promise<boolean> => {
      const granted =
        !on || (isSupported() && (await Notification.requestPermission()) === 'granted');
      setIsEnabled(on && granted);
      return granted;
    },
  };
};
