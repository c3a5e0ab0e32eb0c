import { type LayoutSize, layoutSizes } from '../../theme';
import { DEFAULTS } from './settings';
import { useSetting } from './useSetting';

/** The chosen colour and size; what was stored by hand or by another version is not used. */
export const useLook = (): { primary: string; size: LayoutSize } => {
  const [primary] = useSetting('primary');
  const [size] = useSetting('size');
  return {
    primary: /^#[0-9a-f]{6}$/i.test(primary) ? primary : DEFAULTS.primary,
    size: layoutSizes.includes(size) ? size : DEFAULTS.size,
  };
};
