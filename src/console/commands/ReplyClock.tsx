import { Box, CircularProgress } from '@mui/material';
import { useTranslate } from 'ra-core';
import { REPLY_LIMIT } from '../../domain/ticket';
import { secondsLeft } from './secondsLeft';
import { useSecond } from './useSecond';

/** The minute a lock has to reply, running out. Not announced: a screen reader would say every second. */
export const ReplyClock = ({ sentAt }: { readonly sentAt: number }) => {
  const translate = useTranslate();
  const seconds = secondsLeft(sentAt, useSecond());
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
    >
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', typography: 'caption' }}>
        {translate('commands.panel.left', { seconds })}
      </Box>
      <CircularProgress
        variant="determinate"
        size={16}
        thickness={6}
        value={(seconds * 100_000) / REPLY_LIMIT}
      />
    </Box>
  );
};
