import { Box } from '@mui/material';
import { useText } from './useText';

/** The place of a value that is not there. */
export const Nothing = () => {
  const text = useText();
  return (
    <Box
      component="span"
      role="img"
      aria-label={text(['none', '无'])}
      sx={{ color: 'text.disabled' }}
    >
      —
    </Box>
  );
};

/** Whether there is nothing to show. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '';
