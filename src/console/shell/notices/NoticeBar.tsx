import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  tone: 'warning' | 'error' | 'info';
  icon: ReactNode;
  text: string;
  action?: { label: string; onClick: () => void };
}

/** A slim line over the page: it takes no focus and covers nothing. */
export const NoticeBar = ({ tone, icon, text, action }: Props) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 1,
      px: 2,
      py: 0.25,
      minHeight: 36,
      bgcolor: `${tone}.light`,
      borderBottom: 1,
      borderColor: 'divider',
      '& svg': { color: `${tone}.main`, fontSize: 19 },
    }}
  >
    {icon}
    <Typography variant="body2" sx={{ minWidth: 0 }}>
      {text}
    </Typography>
    {action && (
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        onClick={action.onClick}
        sx={{ flex: 'none' }}
      >
        {action.label}
      </Button>
    )}
  </Box>
);
