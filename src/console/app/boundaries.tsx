import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { Box, Button, Typography } from '@mui/material';
import {
  Component,
  type ErrorInfo,
  type PropsWithChildren,
  type ReactNode,
  useEffect,
  useEffectEvent,
} from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { isFetchFailure } from '../../fields/views/loadable';
import { abortableDelay, backOff } from '../data/retry';
import { loadRuntimeConfig } from '../data/session';
import { RetryAlert } from '../look/alerts';
import { Notice } from '../look/Notice';
import { PlainDialog } from '../look/PlainDialog';
import { useApp } from './AppContext';
import type { ErrorLog } from './errorLog';

interface Props {
  error: Error;
  resetErrorBoundary: (args?: unknown) => void;
}

/** Replaces the whole console after an error outside of all other boundaries. */
export const CrashPage = ({ error, resetErrorBoundary }: Props) => {
  const { errorLog } = useApp();
  useEffect(() => errorLog.add(error), [error, errorLog]);
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <ErrorPanel error={error} isFullPage onRetry={() => resetErrorBoundary()} />
    </Box>
  );
};

interface BoundaryProps extends PropsWithChildren {
  /** Key of the content; a new key resets the error. */
  resetKey: string;
  log: ErrorLog;
  /** Renders the replacement of the failed part. */
  instead: (error: Error, retry: () => void) => ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: Error | null; key: string }> {
  override state = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, { key }: { key: string }) {
    return resetKey === key ? null : { error: null, key: resetKey };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    if (error instanceof Error && isFetchFailure(error)) return;
    this.props.log.add(error, componentStack ?? '');
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return this.props.instead(error, () => this.setState({ error: null }));
  }
}

const useBoundary = () => {
  const { errorLog } = useApp();
  const { pathname } = useLocation();
  return { log: errorLog, resetKey: pathname };
};

/** Title of a page whose content is missing, where lists have theirs. */
export const PageTitle = ({ title }: { readonly title: string }) => (
  <Typography
    component="h1"
    noWrap
    sx={{ px: 2, py: 0.75, fontSize: 16, lineHeight: '36px', fontWeight: 600 }}
  >
    {title}
  </Typography>
);

/**
 * Limits an error to its page or popover; the layout keeps working.
 * @param title of a page, which it keeps if its code could not be fetched
 */
export const PageBoundary = ({ title, children }: PropsWithChildren<{ title?: string }>) => (
  <Boundary
    {...useBoundary()}
    instead={(error, retry) => (
      <>
        {title !== undefined && isFetchFailure(error) && <PageTitle title={title} />}
        <ErrorPanel error={error} onRetry={retry} />
      </>
    )}
  >
    {children}
  </Boundary>
);

/** Limits an error to one bar of the layout; the other bars and the page keep working. */
export const BarBoundary = ({ children }: PropsWithChildren) => {
  const translate = useTranslate();
  return (
    <Boundary
      {...useBoundary()}
      instead={(_, retry) => (
        <RetryAlert onRetry={retry}>{translate('shell.error.title')}</RetryAlert>
      )}
    >
      {children}
    </Boundary>
  );
};

/** Limits an error to its dialog, which can still be closed. */
export const DialogBoundary = ({
  children,
  onClose,
}: PropsWithChildren<{ onClose: () => void }>) => {
  const translate = useTranslate();
  return (
    <Boundary
      {...useBoundary()}
      instead={(error, retry) => (
        <PlainDialog onClose={onClose}>
          <ErrorPanel error={error} onRetry={retry} />
          <Button onClick={onClose} sx={{ m: 1, float: 'right' }}>
            {translate('ra.action.close')}
          </Button>
        </PlainDialog>
      )}
    >
      {children}
    </Boundary>
  );
};

interface ErrorPanelProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** Set if the error replaces the whole console. */
  readonly isFullPage?: boolean;
}

const ErrorPanel = (props: ErrorPanelProps) =>
  isFetchFailure(props.error) ? <FetchFailure {...props} /> : <Failure {...props} />;

/** Calls a function once the server, which is not reached now, answers again. */
const useOnceReachable = (retry: () => void): void => {
  const onReachable = useEffectEvent(retry);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const isReached = () => loadRuntimeConfig().then(Boolean, () => false);
    const wait = async () => {
      let failures = 0;
      while (!(await isReached())) {
        await abortableDelay(backOff(failures), signal, 'or when online');
        failures += 1;
        if (signal.aborted) return;
      }
      // If the server was reached at once, its file is missing: another try would fail like the first.
      if (failures > 0 && !signal.aborted) onReachable();
    };
    void wait();
    return () => controller.abort();
  }, []);
};

/** Replaces a part whose code could not be fetched, and fetches it again when the network returns. */
const FetchFailure = ({ onRetry }: ErrorPanelProps) => {
  const translate = useTranslate();
  useOnceReachable(onRetry);
  return (
    <Notice
      icon={CloudOff}
      title={translate('shell.error.notLoaded')}
      text={translate('data.network')}
      urgent
    >
      <Button variant="outlined" onClick={() => location.reload()}>
        {translate('shell.error.reload')}
      </Button>
      <Button variant="outlined" onClick={onRetry}>
        {translate('pages.retry')}
      </Button>
    </Notice>
  );
};

const Failure = ({ error, onRetry, isFullPage = false }: ErrorPanelProps) => {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ m: 'auto', p: 4, maxWidth: 520, textAlign: 'center' }}>
      <ErrorOutline color="error" sx={{ fontSize: 44, mb: 1.5 }} />
      <Typography variant="h3" component="h1" gutterBottom>
        {translate(isFullPage ? 'shell.error.wholeTitle' : 'shell.error.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate(isFullPage ? 'shell.error.wholeText' : 'shell.error.text')}
      </Typography>
      <Box
        component="pre"
        sx={{
          typography: 'body2',
          color: 'text.secondary',
          bgcolor: 'action.hover',
          borderRadius: 1,
          p: 1.5,
          mb: 3,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          textAlign: 'left',
        }}
      >
        {error.message}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'center' }}>
        <Button variant="outlined" onClick={() => location.reload()}>
          {translate('shell.error.reload')}
        </Button>
        <Button variant="contained" onClick={onRetry}>
          {translate('pages.retry')}
        </Button>
      </Box>
    </Box>
  );
};
