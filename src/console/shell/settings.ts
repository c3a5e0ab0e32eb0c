import { useStore, useStoreContext } from 'react-admin';
import { type LayoutSize, layoutSizes } from '../look/components';
import { PRIMARY } from '../look/palette';
import { type DeviceMode, deviceModes } from '../look/theme';

/** What an operator may set for themselves; kept for each of them in the browser, also over a logout. */
interface Settings {
  /** `#rrggbb`. */
  primary: string;
  size: LayoutSize;
  device: DeviceMode;
  tabs: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  /** Whether Chinese menus are also found by their pinyin. */
  pinyin: boolean;
}

/** Specification section 9. */
const DEFAULTS: Settings = {
  primary: PRIMARY,
  size: 'medium',
  device: 'auto',
  tabs: true,
  fixedHeader: true,
  sidebarLogo: false,
  pinyin: true,
};

/** The colours offered. */
export const PRESETS = [
  '#409EFF',
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const;

const settingKey = (name: keyof Settings): string => `settings.${name}`;

/** Returns a setting and its setter; every component that reads it updates at once. */
export const useSetting = <Name extends keyof Settings>(name: Name) =>
  useStore<Settings[Name]>(settingKey(name), DEFAULTS[name]);

/** The chosen colour, size and layout; what was stored by hand or by another version is not used. */
export const useAppearance = (): { primary: string; size: LayoutSize; device: DeviceMode } => {
  const [primary] = useSetting('primary');
  const [size] = useSetting('size');
  const [device] = useSetting('device');
  return {
    primary: /^#[0-9a-f]{6}$/i.test(primary) ? primary : DEFAULTS.primary,
    size: layoutSizes.includes(size) ? size : DEFAULTS.size,
    device: deviceModes.includes(device) ? device : DEFAULTS.device,
  };
};

/** Forgets everything that was set. */
export const useResetSettings = (): (() => void) => {
  const store = useStoreContext();
  return () => {
    for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      store.removeItem(settingKey(name));
    }
    store.removeItem('theme');
  };
};
