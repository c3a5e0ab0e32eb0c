import BugReport from '@mui/icons-material/BugReportOutlined';
import { Badge } from '@mui/material';
import { useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { loadable } from '../../fields/views/loadable';
import { useApp } from '../app';
import { BarButton } from './BarButton';

const ErrorLogDialog = loadable(() => import('./ErrorLogDialog'), 'ErrorLogDialog');

/** Shows that errors were logged without a message, and opens the log. */
export const ErrorLogButton = () => {
  const translate = useTranslate();
  const { errorLog } = useApp();
  const entries = useSyncExternalStore(errorLog.subscribe, errorLog.entries);
  const [open, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <>
      <BarButton
        label={translate('shell.errorLog.open', { smart_count: entries.length })}
        onClick={() => setOpen(true)}
      >
        <Badge variant="dot" color="error">
          <BugReport color="error" />
        </Badge>
      </BarButton>
      {open && (
        <ErrorLogDialog entries={entries} onClear={errorLog.clear} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
