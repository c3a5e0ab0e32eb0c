import { Alert, Box, Typography } from '@mui/material';
import type { AnyEntity } from '../../config';
import type { Blocked, Conditional } from './splitRecords';
import { useUnmetText } from './useUnmetText';

/** More names than that are no help. */
const NAMED = 200;

type Row = Readonly<Record<string, unknown>>;

interface Props<T extends Row> {
  readonly entity: AnyEntity;
  readonly offering: Conditional;
  readonly blocked: readonly Blocked<T>[];
  readonly nameOf: (record: T) => string;
  /** How many they are, in a sentence. */
  readonly title: string;
}

/** Records with which something cannot be done now, under the reason they share. */
export const LeftOut = <T extends Row>(props: Props<T>) => {
  const { entity, offering, blocked, nameOf, title } = props;
  const unmetText = useUnmetText(entity);
  if (blocked.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const each of blocked) {
    const reason = unmetText(offering, each);
    byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(each.record)]);
  }
  return (
    <Alert severity="warning" variant="outlined">
      {title}
      {[...byReason].map(([reason, names]) => (
        <Box key={reason} sx={{ mt: 0.75 }}>
          <Typography variant="body2">{reason}</Typography>
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ maxHeight: 80, overflowY: 'auto' }}
          >
            {names.slice(0, NAMED).join(', ')}
          </Typography>
        </Box>
      ))}
    </Alert>
  );
};
