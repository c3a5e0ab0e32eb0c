import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  readonly id: string;
  readonly active: boolean;
  /** Its name, where it has no words of its own. */
  readonly label?: string;
  readonly onActivate: () => void;
  readonly onChoose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One thing to choose. The input keeps the focus; it says which option is active, and the keys are pressed in it. */
export const HitOption = ({ id, active, label, onActivate, onChoose, wide, children }: Props) => (
  <Box
    role="option"
    id={id}
    aria-selected={active}
    aria-label={label}
    // A press would take the focus from the input, and with it a phone's keyboard.
    onMouseDown={(event) => event.preventDefault()}
    onMouseMove={active ? undefined : onActivate}
    onClick={onChoose}
    sx={({ palette }) => ({
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      flex: wide ? 1 : 'none',
      minWidth: 0,
      minHeight: 44,
      px: 1.25,
      py: 0.5,
      borderRadius: 1,
      cursor: 'pointer',
      ...(active && {
        bgcolor: palette.primary.light,
        boxShadow: `inset 3px 0 ${palette.brand}`,
      }),
    })}
  >
    {children}
  </Box>
);
