import ReadIcon from '@mui/icons-material/Sync';
import { Button, type ButtonProps } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { AnyEntity, Row } from '../../../config';
import { READ_SETTINGS, type StoredSetting } from '../../../domain/command';
import { isSupported, type LockProtocol } from '../../../domain/family';
import { isFinal } from '../../../domain/ticket';
import { exactName } from '../../../fields';
import { useEntityByName } from '../../app';
import { useCanRead, useLive } from '../../data';
import { ErrorAlert } from '../../look/alerts';
import { useGrantedCommands } from '../offer/availability';
import type { Target } from '../offer/items';
import { useSendCommand } from '../send/sendCommand';

/** Setting of one lock; `differs` tells if it is not the last value that was sent. */
export interface LockSettingState extends StoredSetting, RaRecord<number> {
  readonly differs: boolean;
}

const SETTINGS = 'lockSetting';

/** Maximum number of locks in one query. */
export const MAX_LOCKS = 500;

export const useCanReadSettings = (): boolean => {
  const readable = useCanRead(SETTINGS);
  return useEntityByName(SETTINGS) !== undefined && readable;
};

/**
 * Reads the known settings of locks, and again whenever a command to one of them ends.
 * @param code limits the result to one setting
 */
export const useLockSettings = (sns: readonly string[], code?: string) => {
  const live = useLive();
  const dataProvider = useDataProvider();
  const fields = useEntityByName(SETTINGS)?.fields ?? {};
  const enabled = useCanReadSettings() && sns.length > 0 && sns.length <= MAX_LOCKS;
  const filter = { [exactName(fields, 'sn')]: [...sns], ...(code !== undefined && { code }) };
  const { data, refetch, isPending, error } = useQuery({
    queryKey: [SETTINGS, 'of', filter],
    queryFn: async ({ signal }) => {
      const pagination = { page: 1, perPage: Number.MAX_SAFE_INTEGER };
      const sort = { field: 'id', order: 'ASC' } as const;
      const query = { filter, pagination, sort, signal };
      return (await dataProvider.getList<LockSettingState>(SETTINGS, query)).data;
    },
    enabled,
  });
  useEffect(() => {
    if (!enabled) return;
    return live.tickets((tickets) => {
      if (tickets.some(({ sn, state }) => sns.includes(sn) && isFinal(state))) void refetch();
    });
  }, [live, enabled, sns, refetch]);
  return { settings: data, refetch, isPending: enabled && isPending, error };
};

type Counts = Readonly<Record<'differ' | 'same' | 'unknown', number>>;

/** Compares the settings of locks with a value that is about to be sent. */
export const SettingCounts = ({ differ, same, unknown }: Counts) => {
  const translate = useTranslate();
  const counts = Object.entries({ differ, same, unknown }).filter(([, count]) => count > 0);
  return counts
    .map(([kind, smart_count]) => translate(`operations.setting.count.${kind}`, { smart_count }))
    .join(' · ');
};

/** Returns true if a lock's protocol has a command, or if the server does not tell the protocol and decides itself. */
export const supportsCommand = ({ protocol }: Row, code: string): boolean =>
  protocol === undefined || protocol === null || isSupported(protocol as LockProtocol, code);

interface ReadProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly entity: AnyEntity;
  readonly target: Target;
}

/** Requests all settings of a lock; they appear when the lock has answered. */
export const ReadSettings = ({ entity, target, ...buttonProps }: ReadProps) => {
  const translate = useTranslate();
  const isGranted = useGrantedCommands(entity, 'row').some(
    ({ code }) => code === READ_SETTINGS && supportsCommand(target, code),
  );
  const [isReading, setIsReading] = useState(false);
  const request = { entity, code: READ_SETTINGS, targets: [target] };
  const { failure, send } = useSendCommand(request, () => setIsReading(false));
  if (!isGranted) return null;
  const ask = () => {
    setIsReading(true);
    void send([target.sn], {}).finally(() => setIsReading(false));
  };
  return (
    <>
      <Button {...buttonProps} startIcon={<ReadIcon />} loading={isReading} onClick={ask}>
        {translate('operations.setting.read')}
      </Button>
      <ErrorAlert>
        {failure &&
          ('unknown' in failure ? translate('operations.unknownOutcome') : failure.message)}
      </ErrorAlert>
    </>
  );
};
