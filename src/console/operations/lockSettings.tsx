import ReadIcon from '@mui/icons-material/Sync';
import { Alert, Button, type ButtonProps } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DataProvider, type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import type { AnyEntity, Row } from '../../config';
import { READ_SETTINGS, type StoredSetting } from '../../domain/command';
import { isSupported, type LockProtocol } from '../../domain/family';
import { isFinal } from '../../domain/ticket';
import { exactName } from '../../fields';
import { useLive } from '../data';
import { useCanRead, useEntityByName } from '../shell';
import { useGrantedCommands } from './availability';
import type { Target } from './commands';
import { useSendCommand } from './sendCommand';

/** A setting of one lock, and whether it has what it was sent last. */
export interface LockSettingState extends StoredSetting, RaRecord<number> {
  readonly differs: boolean;
}

/** The entity that keeps them. */
const SETTINGS = 'lockSetting';

/** Locks whose settings are asked for at once, at the most. */
export const MAX_LOCKS = 500;

/** Whether this operator can be told what locks have. */
export const useCanReadSettings = (): boolean => {
  const readable = useCanRead(SETTINGS);
  return useEntityByName(SETTINGS) !== undefined && readable;
};

/**
 * What is known of the settings of some locks, asked again whenever a command to one of them ends.
 * @param code of one setting; all of them without it
 */
export const useLockSettings = (sns: readonly string[], code?: string) => {
  const live = useLive();
  const dataProvider = useDataProvider();
  const fields = useEntityByName(SETTINGS)?.fields ?? {};
  const enabled = useCanReadSettings() && sns.length > 0 && sns.length <= MAX_LOCKS;
  const filter = { [exactName(fields, 'sn')]: [...sns], ...(code !== undefined && { code }) };
  const { data, refetch, isPending, error } = useQuery({
    queryKey: [SETTINGS, 'of', filter],
    queryFn: ({ signal }) => readAll(dataProvider, filter, signal),
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

/** Rows of one call at the most. */
const PAGE = 1000;

const readAll = async (
  dataProvider: DataProvider,
  filter: object,
  signal: AbortSignal,
): Promise<readonly LockSettingState[]> => {
  const rows: LockSettingState[] = [];
  for (let page = 1; ; page++) {
    const { data, total = 0 } = await dataProvider.getList<LockSettingState>(SETTINGS, {
      filter,
      pagination: { page, perPage: PAGE },
      sort: { field: 'id', order: 'ASC' },
      signal,
    });
    rows.push(...data);
    if (data.length === 0 || rows.length >= total) return rows;
  }
};

interface CountsProps {
  /** How many locks have something else, how many have it already, and of how many nobody knows. */
  readonly differ: number;
  readonly same: number;
  readonly unknown: number;
}

/** How locks stand to a value that they are about to be sent. */
export const SettingCounts = ({ differ, same, unknown }: CountsProps) => {
  const translate = useTranslate();
  const counts = Object.entries({ differ, same, unknown }).filter(([, count]) => count > 0);
  return counts
    .map(([kind, smart_count]) => translate(`operations.setting.count.${kind}`, { smart_count }))
    .join(' · ');
};

/** Whether a lock's protocol has a command; a server that does not tell the protocol decides by itself. */
export const supportsCommand = ({ protocol }: Row, code: string): boolean =>
  protocol === undefined || protocol === null || isSupported(protocol as LockProtocol, code);

interface ReadProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly entity: AnyEntity;
  readonly target: Target;
}

/** Asks a lock for all of its settings; what it says appears when it has said it. */
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
      {failure && (
        <Alert severity="error" role="alert">
          {'unknown' in failure ? translate('operations.unknownOutcome') : failure.message}
        </Alert>
      )}
    </>
  );
};
