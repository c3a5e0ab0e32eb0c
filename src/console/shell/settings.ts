import { useStore, useStoreContext } from 'react-admin';
import { type LayoutSize, layoutSizes } from '../look/components';
import { PRIMARY } from '../look/palette';
import { type DeviceMode, deviceModes } from '../look/theme';

/** Default preferences of an operator. They are stored per operator in the browser, and survive a logout. */
const DEFAULTS = {
  /** `#rrggbb`. */
  primary: PRIMARY as string,
  size: 'medium' as LayoutSize,
  device: 'auto' as DeviceMode,
  tabs: true,
  fixedHeader: true,
  sidebarLogo: false,
  /** Find Chinese menus by their pinyin too. */
  pinyin: true,
};

type Settings = typeof DEFAULTS;

/** Theme colours to choose from. */
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

/** Setting of one value among several, which the texts `{texts}.{value}` name. */
export interface Choice {
  readonly name: string;
  readonly storeKey: string;
  readonly texts: string;
  readonly values: readonly string[];
  readonly initial: string;
}

/** Settings of several values, in the panel and in the search. react-admin stores the mode. */
export const CHOICES: readonly Choice[] = [
  {
    name: 'mode',
    storeKey: 'theme',
    texts: 'settings',
    values: ['light', 'dark', 'system'],
    initial: 'system',
  },
  {
    name: 'size',
    storeKey: settingKey('size'),
    texts: 'settings.sizes',
    values: layoutSizes,
    initial: DEFAULTS.size,
  },
  {
    name: 'device',
    storeKey: settingKey('device'),
    texts: 'settings.devices',
    values: deviceModes,
    initial: DEFAULTS.device,
  },
];

/** Settings that are on or off. */
export const SWITCHES = (['tabs', 'fixedHeader', 'sidebarLogo', 'pinyin'] as const).map((name) => ({
  name,
  storeKey: settingKey(name),
  initial: DEFAULTS[name],
}));

/** Returns a setting and its setter; every component that reads it updates at once. */
export const useSetting = <Name extends keyof Settings>(name: Name) =>
  useStore<Settings[Name]>(settingKey(name), DEFAULTS[name]);

/**
 * Returns the chosen colour, size and layout. Invalid stored values, edited by hand or from another version, are
 * ignored.
 */
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

export const useResetSettings = (): (() => void) => {
  const store = useStoreContext();
  return () => {
    for (const name of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      store.removeItem(settingKey(name));
    }
    store.removeItem('theme');
  };
};
