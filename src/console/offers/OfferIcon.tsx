import type { SvgIconProps } from '@mui/material';
import { iconOf } from '../icons';

/** The icon of an offering by its declared name. */
export const OfferIcon = ({ name, ...props }: SvgIconProps & { readonly name?: string }) => {
  const Icon = iconOf(name ?? 'send');
  return <Icon {...props} />;
};
