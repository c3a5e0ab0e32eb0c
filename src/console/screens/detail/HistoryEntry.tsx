import ArrowIcon from '@mui/icons-material/ArrowForward';
import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import type { AnyEntity } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { ComparedValue } from '../form/ComparedValue';
import { fieldOf } from '../parts/fieldsOf';
import { type HistoryChange, historyChanges } from './historyChanges';

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 0.75,
  overflowWrap: 'anywhere',
} as const;

const Change = ({ change }: { change: HistoryChange }) => {
  const text = useText();
  const translate = useTranslate();
  const { name, field } = change;
  const shown = (value: unknown) =>
    field.kind === 'password' ? (
      '••••••'
    ) : (
      <ComparedValue name={name} field={field} value={value} record={{ [name]: value }} />
    );
  return (
    <Typography component="li" variant="body2" sx={line}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text(field.label)}
      </Box>
      {'before' in change && (
        <>
          {shown(change.before)}
          <ArrowIcon titleAccess={translate('screens.history.became')} sx={{ fontSize: 14 }} />
        </>
      )}
      {shown(change.value)}
    </Typography>
  );
};

interface Props {
  /** The entity whose record it happened to. */
  readonly entity: AnyEntity;
  readonly log: AnyEntity;
  readonly row: RaRecord;
}

/** One thing that was done: when, by whom, what, and what it changed. */
export const HistoryEntry = ({ entity, log, row }: Props) => {
  const translate = useTranslate();
  const at = fieldOf(log, 'create_time');
  const failed = row.success === false;
  const Time = at && viewOf(at).Cell;
  return (
    <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={line}>
        <Typography component="h3" variant="subtitle2" color={failed ? 'error' : undefined}>
          {String(row.title ?? row.operate_url ?? '')}
        </Typography>
        <Typography variant="body2" color="textSecondary" component="div" sx={{ ml: 'auto' }}>
          {String(row.operate_name ?? '')} ·{' '}
          {at && Time && (
            <Time field={at} name="create_time" value={row.create_time} record={row} full />
          )}
        </Typography>
      </Box>
      {failed && (
        <Typography variant="body2" color="error">
          {translate('screens.history.refused', { reason: String(row.error_msg ?? '') })}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {historyChanges(entity, row).map((change) => (
          <Change key={change.name} change={change} />
        ))}
      </Box>
    </Box>
  );
};
