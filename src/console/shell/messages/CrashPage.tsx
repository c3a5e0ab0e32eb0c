import { Box } from '@mui/material';
import { useEffect } from 'react';
import { useShell } from '../ShellContext';
import { ErrorPanel } from './ErrorPanel';

interface Props {
  error: Error;
  resetErrorBoundary: (args?: unknown) => void;
}

/** When not even the frame could be drawn. */
export const CrashPage = ({ error, resetErrorBoundary }: Props) => {
  const { errorLog } = useShell();
  useEffect(() => errorLog.add(error), [error, errorLog]);
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <ErrorPanel error={error} onRetry={() => resetErrorBoundary()} />
    </Box>
  );
};
