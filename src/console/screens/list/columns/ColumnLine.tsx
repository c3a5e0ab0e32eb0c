import DragIcon from '@mui/icons-material/DragIndicator';
import { Box, Checkbox, FormControlLabel, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { KeyboardEvent, PointerEvent } from 'react';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly shown: boolean;
  readonly dragged: boolean;
  readonly onToggle: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** One column of the choice: whether it is shown, and the handle that moves it. */
export const ColumnLine = (props: Props) => {
  const { name, label, shown, dragged, onToggle, onPointerDown, onKeyDown } = props;
  const translate = useTranslate();
  return (
    <Box
      component="li"
      data-column={shown ? name : undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        pr: 1,
        ...(dragged && { bgcolor: 'action.selected' }),
      }}
    >
      <FormControlLabel
        label={label}
        control={<Checkbox size="small" checked={shown} onChange={onToggle} sx={{ p: 0.75 }} />}
        sx={{ flex: 1, m: 0, pl: 1.5 }}
      />
      {shown && (
        <IconButton
          size="small"
          aria-label={translate('screens.columns.move', { field: label })}
          title={translate('screens.columns.moveHow')}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
          sx={{ p: 0.25, cursor: 'grab', touchAction: 'none', color: 'text.secondary' }}
        >
          <DragIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};
