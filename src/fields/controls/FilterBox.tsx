import CloseIcon from '@mui/icons-material/Close';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Label } from '../../config';
import { useText } from './useText';

interface Props {
  readonly label: Label;
  readonly name: string;
  readonly value: string;
  /** Left out where the text is not typed but chosen. */
  readonly onType?: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
  readonly onClear?: () => void;
  readonly end?: ReactNode;
  readonly expanded?: boolean;
}

/** One box of a filter bar, with a button to empty it. */
export const FilterBox = (props: Props) => {
  const { label, name, value, onType, onKeyDown, onClick, onClear, end, expanded } = props;
  const text = useText();
  const clear = onClear && (
    <IconButton
      size="small"
      edge="end"
      aria-label={text([`Clear ${label[0]}`, `清除${label[1]}`])}
      onClick={(event) => {
        event.stopPropagation();
        onClear();
      }}
      sx={{ p: 0.25 }}
    >
      <CloseIcon sx={{ fontSize: 16 }} />
    </IconButton>
  );
  const opens = onType === undefined;
  return (
    <TextField
      label={text(label)}
      value={value}
      onChange={onType && ((event) => onType(event.target.value))}
      onKeyDown={onKeyDown}
      onClick={onClick}
      size="small"
      margin="none"
      fullWidth
      slotProps={{
        input: {
          readOnly: opens,
          endAdornment: (clear || end) && (
            <InputAdornment position="end">{clear ?? end}</InputAdornment>
          ),
        },
        htmlInput: {
          autoComplete: 'off',
          'data-filter': name,
          ...(opens && {
            role: 'combobox',
            'aria-haspopup': 'dialog',
            'aria-expanded': expanded,
            style: { cursor: 'pointer' },
          }),
        },
      }}
    />
  );
};
