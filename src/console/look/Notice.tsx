import { Box, Typography } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';

interface Props {
  readonly icon: ComponentType<{ sx?: object }>;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly urgent?: boolean;
}

/** Balanced lines, so that the last one does not consist of a single word or Chinese character. */
const prose = {
  maxWidth: 440,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  textWrap: 'balance',
} as const;

/** Notice in place of content that is empty, forbidden or could not be loaded, with its remedies. */
export const Notice = ({ icon: Icon, title, text, children, urgent = false }: Props) => (
  <Box
    role={urgent ? 'alert' : 'status'}
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 1,
      minHeight: 280,
      px: 3,
      py: 5,
      textAlign: 'center',
    }}
  >
    <Icon sx={{ fontSize: 44, color: urgent ? 'error.main' : 'text.disabled', mb: 0.5 }} />
    <Typography variant="h5" component="h2">
      {title}
    </Typography>
    {text && (
      <Typography color="textSecondary" sx={prose}>
        {text}
      </Typography>
    )}
    {children && <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>{children}</Box>}
  </Box>
);
