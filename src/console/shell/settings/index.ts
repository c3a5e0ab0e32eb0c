export { LazySettingsPanel } from './LazySettingsPanel';
export { SettingsButton } from './SettingsButton';
export { useLook } from './useLook';
export { useSetting } from './useSetting';
