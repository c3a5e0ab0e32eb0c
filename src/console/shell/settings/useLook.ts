import { type DeviceMode, deviceModes, type LayoutSize, layoutSizes } from '../../theme';
import { DEFAULTS } from './settings';
import { useSetting } from './useSetting';

/** The chosen colour, size and layout; what was stored by hand or by another version is not used. */
export const useLook = (): { primary: string; size: LayoutSize; device: DeviceMode } => {
  const [primary] = useSetting('primary');
  const [size] = useSetting('size');
  const [device] = useSetting('device');
  return {
    primary: /^#[0-9a-f]{6}$/i.test(primary) ? primary : DEFAULTS.primary,
    size: layoutSizes.includes(size) ? size : DEFAULTS.size,
    device: deviceModes.includes(device) ? device : DEFAULTS.device,
  };
};
