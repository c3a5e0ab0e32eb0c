import { type NotificationPayload, useTranslate } from 'ra-core';
import { useCallback } from 'react';

/** How long a message stays, ms. Specification section 8: 5 s for what the server refused, 2 s for the network. */
const DURATION = { error: 5_000, network: 2_000, other: 3_000 } as const;

/** Failures that have no words of the server's; they are known by ours. */
const NETWORK = ['network', 'timeout', 'badAnswer'] as const;

export const useToastDuration = () => {
  const translate = useTranslate();
  return useCallback(
    (type: NotificationPayload['type'], content: NotificationPayload['message']): number => {
      if (type !== 'error' && type !== 'warning') return DURATION.other;
      const isNetwork =
        typeof content === 'string' &&
        (NETWORK.some((code) => translate(`data.${code}`) === content) ||
          isHttp(content, translate));
      return isNetwork ? DURATION.network : DURATION.error;
    },
    [translate],
  );
};

/** `data.http` carries the status, three digits. */
const isHttp = (content: string, translate: (key: string, args: object) => string) => {
  const status = /\d{3}/.exec(content)?.[0];
  return status !== undefined && translate('data.http', { status }) === content;
};
