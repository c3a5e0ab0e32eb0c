import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Row } from '../../config';
import { actorText, isRefusedCard, type LockEventFields } from '../../domain/actor';
import { TruncatedText } from '../../fields/views/cells';
import { useReaderLocale } from '../../fields/views/reader';

/** Who caused an event of a lock. Made from the record, because other servers send no such field. */
export const LockActor = () => {
  const record: LockEventFields | undefined = useRecordContext() as Row | undefined;
  const locale = useReaderLocale();
  if (!record) return null;
  const words = <TruncatedText text={actorText(record, locale)} />;
  return isRefusedCard(record) ? (
    <Box component="span" sx={{ color: 'error.main' }}>
      {words}
    </Box>
  ) : (
    words
  );
};
