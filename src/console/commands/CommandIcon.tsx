import type { SvgIconProps } from '@mui/material';
import { iconOf } from '../icons';

/** A command's icon by its declared name. */
export const CommandIcon = ({ name, ...props }: SvgIconProps & { readonly name?: string }) => {
  const Icon = iconOf(name ?? 'send');
  return <Icon {...props} />;
};
