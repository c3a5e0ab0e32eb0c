import { type DeviceMode, type LayoutSize, PRIMARY } from '../../theme';

/** What an operator may set for themselves; kept for each of them in the browser, also over a logout. */
export interface Settings {
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
export const DEFAULTS: Settings = {
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

export const settingKey = (name: keyof Settings): string => `settings.${name}`;
