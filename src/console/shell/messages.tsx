import { Alert, Box, Grow, Portal } from '@mui/material';
import {
  isValidElement,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { loadable } from '../../fields/views/loadable';
import { useApp } from '../app/AppContext';
import { keepClear, useClearBottom } from '../look/floating';

interface Toast {
  id: number;
  type: NotificationPayload['type'];
  content: NotificationPayload['message'];
  duration: number | null;
}

/** Limit of simultaneous toasts, which would cover the page; the oldest is dropped. */
const LIMIT = 4;

/** Distance from the lower edge, px: above the pager of a list. */
const BOTTOM = 72;

/** Toasts at the bottom of the page. A message that is already shown is not repeated. */
export const Toasts = () => {
  const { takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const area = useRef<HTMLDivElement>(null);
  useClearBottom(area, 'messages', BOTTOM);

  useEffect(() => {
    const next = takeNotification();
    if (!next) return;
    const { message, type, notificationOptions: options } = next;
    const content =
      typeof message === 'string' ? translate(message, options?.messageArgs) : message;
    lastId.current += 1;
    const toast = { id: lastId.current, type, content, duration: durationOf(next) };
    setToasts((current) =>
      current.some((other) => other.type === type && other.content === content)
        ? current
        : [...current, toast].slice(-LIMIT),
    );
  }, [takeNotification, translate]);

  const close = (id: number) => setToasts((current) => current.filter((toast) => toast.id !== id));

  return (
    <Portal>
      <Box
        ref={area}
        {...keepClear('messages')}
        sx={{
          display: 'grid',
          gap: 1,
          justifyItems: 'center',
          position: 'fixed',
          bottom: BOTTOM,
          left: '50%',
          transform: 'translateX(-50%)',
          zIndex: 'snackbar',
          width: 'max-content',
          maxWidth: 'min(560px, calc(100vw - 32px))',
          pointerEvents: 'none',
        }}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </Box>
    </Portal>
  );
};

const ToastCard = ({ toast, onClose }: { toast: Toast; onClose: () => void }) => {
  const translate = useTranslate();
  const [isPaused, setIsPaused] = useState(false);
  const expire = useEffectEvent(onClose);
  useEffect(() => {
    if (isPaused || toast.duration === null) return;
    const timer = setTimeout(() => expire(), toast.duration);
    return () => clearTimeout(timer);
  }, [isPaused, toast.duration]);
  return (
    <Grow in appear>
      <Alert
        severity={toast.type}
        role={toast.type === 'error' ? 'alert' : 'status'}
        closeText={translate('ra.action.close')}
        onClose={onClose}
        // Hovering or focusing a toast pauses its timer.
        onMouseEnter={() => setIsPaused(true)}
        onMouseLeave={() => setIsPaused(false)}
        onFocus={() => setIsPaused(true)}
        onBlur={() => setIsPaused(false)}
        sx={{
          pointerEvents: 'auto',
          boxShadow: 6,
          border: 1,
          borderColor: `${toast.type}.main`,
          overflowWrap: 'anywhere',
        }}
      >
        {isValidElement(toast.content) ? toast.content : String(toast.content ?? '')}
      </Alert>
    </Grow>
  );
};

/** Duration of a toast, ms: shorter for a failed call than for a refusal by the server. */
const durationOf = ({ type, notificationOptions: options }: NotificationPayload) => {
  if (options?.autoHideDuration !== undefined) return options.autoHideDuration;
  if (/^(network|timeout|http)$/.test(options?.kind)) return 2_000;
  return type === 'error' || type === 'warning' ? 5_000 : 3_000;
};

const SessionDialog = loadable(() => import('./SessionDialog'), 'SessionDialog');

/** Shows the dialog about a lost session once, however many calls fail. */
export const SessionLoss = () => {
  const { sessionLoss } = useApp();
  const isLost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  return isLost && <SessionDialog />;
};
