import BugReport from '@mui/icons-material/BugReportOutlined';
import { Badge } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState, useSyncExternalStore } from 'react';
import { useShell } from '../ShellContext';
import { BarButton } from '../topBar/BarButton';
import { ErrorLogDialog } from './ErrorLogDialog';

/** Shows that something went wrong where nobody was told, and leads to what it was. */
export const ErrorLogButton = () => {
  const translate = useTranslate();
  const { errorLog } = useShell();
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
      <ErrorLogDialog
        open={open}
        entries={entries}
        onClear={errorLog.clear}
        onClose={() => setOpen(false)}
      />
    </>
  );
};
