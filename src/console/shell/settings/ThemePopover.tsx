import { Popover } from '@mui/material';
import { useTranslate } from 'ra-core';
import { ColourChoice } from './ColourChoice';
import { ModeChoice } from './ModeChoice';

interface Props {
  anchor: HTMLElement;
  onClose: () => void;
}

/** Colour and mode at hand; they are in the settings as well. */
export const ThemePopover = ({ anchor, onClose }: Props) => (
  <Popover
    open
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-label': useTranslate()('settings.theme'),
        sx: { width: 290, p: 2, display: 'grid', gap: 2 },
      },
    }}
  >
    <ColourChoice />
    <ModeChoice />
  </Popover>
);
