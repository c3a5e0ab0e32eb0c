import { Alert } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { FailedRecords } from './FailedRecords';
import type { KeptVerb } from './keptFrom';
import { useKept } from './useKept';

interface Props {
  readonly verb: KeptVerb;
  readonly records: readonly RaRecord[];
}

/** Records that something is not even tried with, each with why; nothing where there are none. */
export const LeftRecords = ({ verb, records }: Props) => {
  const translate = useTranslate();
  const kept = useKept();
  if (records.length === 0) return null;
  return (
    <>
      <Alert severity="warning" variant="outlined">
        {translate('screens.action.leftOut', { smart_count: records.length })}
      </Alert>
      <FailedRecords failed={records.map((item) => ({ item, why: kept(verb, item) ?? '' }))} />
    </>
  );
};
