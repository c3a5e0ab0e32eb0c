import { Alert, Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import type { Attempt, Refused } from '../../config';
import { useWhyNot } from '../app';
import { useRecordNames } from '../app/recordNames';
import { useScreen } from './screen';

interface Props {
  readonly attempt: Attempt;
  readonly refused: readonly Refused<RaRecord>[];
}

/** Lists the records that an attempt leaves out, each with its reason; renders nothing without any. */
export const RefusedRecords = ({ attempt, refused }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const whyNot = useWhyNot(entity);
  if (refused.length === 0) return null;
  const failed = refused.map((each) => ({
    item: each.record,
    why: whyNot.textOf(attempt, each),
  }));
  return (
    <>
      <Alert severity="warning" variant="outlined">
        {translate('entity.action.leftOut', { smart_count: refused.length })}
      </Alert>
      <FailedRecords failed={failed} />
    </>
  );
};

/** Item that an operation failed for, with the reason in the operator's language. */
export interface Failed<T = RaRecord> {
  readonly item: T;
  readonly why: string;
}

const MAX_NAMED = 100;

export const FailedRecords = ({ failed }: { readonly failed: readonly Failed[] }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { fullNameOf } = useRecordNames(entity);
  const rest = failed.length - MAX_NAMED;
  return (
    <Box
      component="ul"
      // Focusable, so that the keyboard can scroll it.
      tabIndex={0}
      aria-label={translate('entity.run.failures')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        maxHeight: 280,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {failed.slice(0, MAX_NAMED).map(({ item, why }) => (
        <Box
          component="li"
          key={item.id}
          sx={{ px: 1.5, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {fullNameOf(item)}
          </Typography>
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {why}
          </Typography>
        </Box>
      ))}
      {rest > 0 && (
        <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.75 }}>
          {translate('operations.offer.andMore', { smart_count: rest })}
        </Typography>
      )}
    </Box>
  );
};
