import { useStore } from 'react-admin';

/** Whether this browser can show notices of the operating system at all: without TLS none does. */
const isThere = (): boolean => 'Notification' in globalThis;

/**
 * Notices of the operating system about alarms, in this browser: leave for them is the browser's, and asked for only
 * when somebody turns them on.
 */
export const useSystemNotices = () => {
  const [chosen, choose] = useStore('alarms.systemNotices', false);
  const allowed = isThere() && Notification.permission === 'granted';
  return {
    /** They are on, and may be shown. */
    wanted: chosen && allowed,
    isPossible: isThere() && Notification.permission !== 'denied',
    /** Turns them on or off; answers whether they are as wanted: the browser may refuse. */
    want: async (on: boolean): Promise<boolean> => {
      const granted = !on || (isThere() && (await Notification.requestPermission()) === 'granted');
      choose(on && granted);
      return granted;
    },
  };
};
