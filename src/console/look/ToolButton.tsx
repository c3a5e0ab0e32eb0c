import type { ComponentType } from 'react';
import { IconButtonWithTooltip, type IconButtonWithTooltipProps } from 'react-admin';

interface Props extends IconButtonWithTooltipProps {
  readonly icon: ComponentType<{ fontSize: 'small' }>;
}

/** Small button with an icon. Its label, a text or the key of one, is its tooltip. */
export const ToolButton = ({ icon: Icon, ...button }: Props) => (
  <IconButtonWithTooltip size="small" {...button}>
    <Icon fontSize="small" />
  </IconButtonWithTooltip>
);
