import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { TimeCell } from '../../../fields/datetime/TimeCell';
import { useLiveState } from '../../data';

/** Whether the numbers are of now; a page that stopped looks like one on which nothing happens. */
export const Freshness = () => {
  const translate = useTranslate();
  const { connected, lastAnswer } = useLiveState();
  if (lastAnswer === null) return null;
  return (
    <Box
      role="status"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'body2',
        color: connected ? 'text.secondary' : 'warning.main',
      }}
    >
      <Box
        component="span"
        sx={{
          width: 9,
          height: 9,
          borderRadius: '50%',
          border: 2,
          borderColor: connected ? 'success.main' : 'warning.main',
          bgcolor: connected ? 'success.main' : 'transparent',
        }}
      />
      {translate(`dashboard.${connected ? 'live' : 'paused'}`)}
      {!connected && <TimeCell at={lastAnswer} relative />}
    </Box>
  );
};
