import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import type { ActionRequest } from './ActionContext';
import type { Outcome } from './runAction';

/** More are only counted. */
const NAMED = 200;

interface Props {
  readonly request: ActionRequest;
  readonly outcome: Outcome;
}

/** With how many records an action was done, and the others by title with the reason. */
export const ActionFailures = ({ request: { entity, records }, outcome }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const byId = new Map(records.map((record) => [String(record.id), record]));
  const { done, failed, messages } = outcome;
  return (
    <Box role="alert" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {done > 0 && (
        <Alert severity="success">
          {translate('screens.action.doneWith', { smart_count: done })}
        </Alert>
      )}
      {messages.map((message) => (
        <Typography key={message}>{message}</Typography>
      ))}
      {failed.length > 0 && (
        <Alert severity="error">
          {translate('screens.action.failed', { smart_count: failed.length })}
          <Box component="ul" sx={{ m: 0, mt: 0.75, pl: 2.5, maxHeight: 260, overflowY: 'auto' }}>
            {failed.slice(0, NAMED).map(({ id, why }) => {
              const record = byId.get(String(id));
              return (
                <li key={id}>
                  <strong>{record ? titleOf(entity, record, locale) : id}</strong> {why}
                </li>
              );
            })}
          </Box>
        </Alert>
      )}
    </Box>
  );
};
