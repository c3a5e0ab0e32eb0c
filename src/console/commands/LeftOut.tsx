import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AnyEntity, Command } from '../../config';
import type { Blocked } from './targets';
import { useUnmetText } from './useUnmetText';

interface Props {
  readonly entity: AnyEntity;
  readonly command: Command;
  readonly blocked: readonly Blocked[];
}

/** Locks that cannot take a command now, under the reason they share. */
export const LeftOut = ({ entity, command, blocked }: Props) => {
  const translate = useTranslate();
  const unmetText = useUnmetText(entity);
  if (blocked.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const each of blocked) {
    const reason = unmetText(command, each);
    byReason.set(reason, [...(byReason.get(reason) ?? []), each.target.sn]);
  }
  return (
    <Alert severity="warning" variant="outlined" sx={{ alignItems: 'flex-start' }}>
      {translate('commands.leftOut', { smart_count: blocked.length })}
      {[...byReason].map(([reason, sns]) => (
        <Box key={reason} sx={{ mt: 0.75 }}>
          <Typography variant="body2">{reason}</Typography>
          <Typography
            variant="body2"
            sx={{ color: 'text.secondary', maxHeight: 80, overflowY: 'auto' }}
          >
            {sns.join(', ')}
          </Typography>
        </Box>
      ))}
    </Alert>
  );
};
