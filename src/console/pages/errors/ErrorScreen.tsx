import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  /** What it is about: a number, a drawing. */
  sign: ReactNode;
  title: string;
  text: string;
  /** Ways on. */
  children: ReactNode;
}

/** In the place of a page: something stands in the way, and what can be done. */
export const ErrorScreen = ({ sign, title, text, children }: Props) => (
  <Box
    sx={{
      m: 'auto',
      p: 3,
      display: 'grid',
      justifyItems: 'center',
      textAlign: 'center',
    }}
  >
    <Typography
      aria-hidden
      sx={{
        fontSize: { xs: 72, sm: 104 },
        fontWeight: 700,
        lineHeight: 1,
        color: 'primary.main',
      }}
    >
      {sign}
    </Typography>
    <Typography variant="h1" sx={{ mt: 2 }}>
      {title}
    </Typography>
    <Typography color="textSecondary" sx={{ mt: 1, mb: 4, maxWidth: 440 }}>
      {text}
    </Typography>
    <Box sx={{ display: 'flex', gap: 1.5, justifyContent: 'center', flexWrap: 'wrap' }}>
      {children}
    </Box>
  </Box>
);
