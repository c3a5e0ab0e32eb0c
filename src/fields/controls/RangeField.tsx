import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import { Box, Popover } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Label } from '../../config';
import { FilterBox } from './FilterBox';
import { useText } from './useText';

interface Props {
  readonly label: Label;
  readonly name: string;
  /** What is chosen, in words; '' when nothing is. */
  readonly summary: string;
  readonly onClear: () => void;
  /** What opens; gets a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A filter with more than one value: it shows what is chosen and opens to change it. */
export const RangeField = ({ label, name, summary, onClear, children }: Props) => {
  const text = useText();
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Box ref={anchor}>
      <FilterBox
        label={label}
        name={name}
        value={summary}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onClear={summary === '' ? undefined : onClear}
        end={<ArrowDropDownIcon sx={{ color: 'action.active', mr: -0.75 }} />}
        expanded={open}
      />
      <Popover
        open={open}
        onClose={close}
        anchorEl={anchor.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': text(label),
            sx: { mt: 0.5, p: 2, maxWidth: 360 },
          },
        }}
      >
        {children(close)}
      </Popover>
    </Box>
  );
};
