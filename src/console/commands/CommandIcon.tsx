import LockIcon from '@mui/icons-material/Lock';
import LockOpenIcon from '@mui/icons-material/LockOpen';
import PasswordIcon from '@mui/icons-material/Password';
import SendIcon from '@mui/icons-material/Send';
import VibrationIcon from '@mui/icons-material/Vibration';
import type { SvgIconProps } from '@mui/material';
import type { ComponentType } from 'react';

/** The names a declaration may use; a few imports, because the barrel of all icons is a thousand times that. */
const icons: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  seal: LockIcon,
  unseal: LockOpenIcon,
  vibration: VibrationIcon,
  password: PasswordIcon,
};

/** A command's icon by its declared name. */
export const CommandIcon = ({ name, ...props }: SvgIconProps & { readonly name?: string }) => {
  const Icon = icons[name ?? ''] ?? SendIcon;
  return <Icon {...props} />;
};
