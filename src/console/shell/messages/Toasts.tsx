import { Alert, Grow, Portal, Stack } from '@mui/material';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core';
import { isValidElement, useEffect, useRef, useState } from 'react';
import { useToastDuration } from './useToastDuration';

interface Toast {
  id: number;
  type: NotificationPayload['type'];
  content: NotificationPayload['message'];
  duration: number | null;
}

/** More would hide the page; the oldest goes. */
const LIMIT = 4;

/** Messages at the top of the page. What is shown already is not shown twice. */
export const Toasts = () => {
  const { takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const durationOf = useToastDuration();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);

  useEffect(() => {
    const next = takeNotification();
    if (!next) return;
    const { message, type, notificationOptions: options } = next;
    const content =
      typeof message === 'string' ? translate(message, options?.messageArgs) : message;
    lastId.current += 1;
    const duration =
      options?.autoHideDuration === undefined
        ? durationOf(type, content)
        : options.autoHideDuration;
    const toast = { id: lastId.current, type, content, duration };
    setToasts((shown) =>
      shown.some((other) => other.type === type && other.content === content)
        ? shown
        : [...shown, toast].slice(-LIMIT),
    );
  }, [takeNotification, translate, durationOf]);

  const close = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));

  return (
    <Portal>
      <Stack
        spacing={1}
        sx={{
          position: 'fixed',
          top: 62,
          left: '50%',
          transform: 'translateX(-50%)',
          zIndex: 'snackbar',
          width: 'max-content',
          maxWidth: 'min(560px, calc(100vw - 32px))',
          alignItems: 'center',
          pointerEvents: 'none',
        }}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </Stack>
    </Portal>
  );
};

const ToastCard = ({ toast, onClose }: { toast: Toast; onClose: () => void }) => {
  const translate = useTranslate();
  const [held, setHeld] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (held || toast.duration === null) return;
    const timer = setTimeout(() => close.current(), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast.duration]);
  return (
    <Grow in appear>
      <Alert
        severity={toast.type}
        role={toast.type === 'error' ? 'alert' : 'status'}
        closeText={translate('ra.action.close')}
        onClose={onClose}
        // Somebody who reads is not hurried.
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
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
