import { Alert, Box, Typography } from '@mui/material';
import { useCallback, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { type Field, isReservedForSuperior, type Row, type Wire } from '../../config';
import { useReaderLocale } from '../../fields/reader';
import { useReaderContext } from '../data';
import { recordTitle } from './fieldsOf';
import { useScreen, useWire } from './screen';

/** Verbs that the server may lock on a row. */
type BlockableVerb = 'update' | 'delete';

/**
 * Returns the reason, sent by the server with the row, why a record cannot be changed or deleted; undefined if it can,
 * or if the server sends no reasons.
 */
export const lockReason = (
  verb: BlockableVerb,
  record: Row | undefined,
  { kept }: Pick<Wire, 'kept'>,
): string | undefined => {
  const reasons = kept === '' ? undefined : record?.[kept];
  if (typeof reasons !== 'object' || reasons === null) return undefined;
  const why = (reasons as Row)[verb];
  return typeof why === 'string' && why !== '' ? why : undefined;
};

/** Returns a function for the reason why a record cannot be changed or deleted; undefined if it can. */
export const useLockReason = (): ((
  verb: BlockableVerb,
  record: Row | undefined,
) => string | undefined) => {
  const wire = useWire();
  return useCallback((verb, record) => lockReason(verb, record, wire), [wire]);
};

/** Values of a form, and the stored record if there is one. */
type FieldEdit = Parameters<typeof isReservedForSuperior>[1];

/** Returns a function that is true if only a superior organisation may set a field, and the reader is not of one. */
export const useIsReserved = (): ((
  field: Pick<Field, 'changedBy'>,
  edit: FieldEdit,
) => boolean) => {
  const { entity } = useScreen();
  const reader = useReaderContext();
  return ({ changedBy }, edit) =>
    changedBy === 'superior' && isReservedForSuperior(entity, edit, reader);
};

/** Splits records into allowed and locked ones for a verb. Splits once, so that a dialog keeps its records. */
export const useUnlockedRecords = (verb: BlockableVerb, records: readonly RaRecord[]) => {
  const reasonOf = useLockReason();
  const [split] = useState(() => ({
    able: records.filter((record) => reasonOf(verb, record) === undefined),
    locked: records.filter((record) => reasonOf(verb, record) !== undefined),
  }));
  return split;
};

interface Props {
  readonly verb: BlockableVerb;
  readonly records: readonly RaRecord[];
}

/** Lists the locked records that an operation leaves out, each with its reason; renders nothing without any. */
export const LockedRecords = ({ verb, records }: Props) => {
  const translate = useTranslate();
  const reasonOf = useLockReason();
  if (records.length === 0) return null;
  return (
    <>
      <Alert severity="warning" variant="outlined">
        {translate('entity.action.leftOut', { smart_count: records.length })}
      </Alert>
      <FailedRecords failed={records.map((item) => ({ item, why: reasonOf(verb, item) ?? '' }))} />
    </>
  );
};

/** Number of failures listed by name. */
const MAX_NAMED = 100;

interface FailedRecordsProps {
  readonly failed: readonly { readonly item: RaRecord; readonly why: string }[];
}

/** Lists the records that an operation failed for, each with its reason. */
export const FailedRecords = ({ failed }: FailedRecordsProps) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
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
            {recordTitle(entity, item, locale)}
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
