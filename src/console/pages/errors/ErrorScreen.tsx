import { Box, Typography } from '@mui/material';
import { useDefaultTitle } from 'ra-core';
import type { ReactNode } from 'react';
import { BrandMark } from '../../theme';

interface Props {
  /** What it is about: a number, a drawing. */
  sign: ReactNode;
  title: string;
  text: string;
  /** Ways on. */
  children: ReactNode;
}

/** A page without the frame: something stands in the way, and what can be done. */
export const ErrorScreen = ({ sign, title, text, children }: Props) => {
  const product = useDefaultTitle();
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeContent: 'center',
        p: 3,
        textAlign: 'center',
      }}
    >
      <title>{`${title} - ${product}`}</title>
      <Box sx={{ mx: 'auto', mb: 3 }}>
        <BrandMark size={44} />
      </Box>
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
};
