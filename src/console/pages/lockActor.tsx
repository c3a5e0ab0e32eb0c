import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Row } from '../../config';
import { actorText, isRefusedCard, type LockEventFields } from '../../domain/actor';
import { TruncatedText } from '../../fields/views/cells';
import { useReaderLocale } from '../../fields/views/reader';

/** Cause of an event of a lock. It is made from the record, because other servers send no such field. */
export const LockActor = () => {
  const record: LockEventFields | undefined = useRecordContext() as Row | undefined;
  const locale = useReaderLocale();
  if (!record) return null;
  const color = isRefusedCard(record) ? 'error.main' : undefined;
  return (
    <Box sx={{ color, ...inTable }}>
      <TruncatedText text={actorText(record, locale)} />
    </Box>
  );
};

/** A long name must not push the place out of view. */
const inTable = { 'td &': { maxWidth: 200 } } as const;
