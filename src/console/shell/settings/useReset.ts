import { useStoreContext } from 'ra-core';
import { DEFAULTS, type Settings, settingKey } from './settings';

/** Forgets everything that was set. */
export const useReset = (): (() => void) => {
  const store = useStoreContext();
  return () => {
    for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      store.removeItem(settingKey(name));
    }
    store.removeItem('theme');
  };
};
