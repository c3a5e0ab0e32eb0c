import { useStore } from 'ra-core';
import { DEFAULTS, type Settings, settingKey } from './settings';

/** A setting, and how to set it; whoever uses it follows at once. */
export const useSetting = <Name extends keyof Settings>(name: Name) =>
  useStore<Settings[Name]>(settingKey(name), DEFAULTS[name]);
