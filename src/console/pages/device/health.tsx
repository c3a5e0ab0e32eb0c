import ConnectionsIcon from '@mui/icons-material/Link';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type RaRecord, useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { READ_SETTINGS } from '../../../domain/command';
import { CONNECTION_END, CONNECTION_EVENT, contactReason } from '../../../domain/connection';
import { lockProtocol } from '../../../domain/family';
import { dayOf, localTime } from '../../../domain/figures';
import {
  HEALTH_FACTS,
  type HealthVerdict,
  judgeHealth,
  type LockHealth,
  soundFacts,
} from '../../../domain/health';
import { choiceLabel, type Tone } from '../../../domain/label';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { useNow, useReaderLocale, useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { CALL } from '../../../protocol';
import { recordAddress, useListAddress } from '../../app';
import {
  type ConsoleDataProvider,
  callIfPresent,
  typedCalls,
  useCanRead,
  useLiveDevice,
} from '../../data';
import { useScreen } from '../../entity';
import { languages } from '../../i18n';
import { OperationButton, useCommandItems } from '../../operations';
import { PlaceWords } from '../values';

/** Facts about the lock of a detail, if it is offline. */
export const RecordHealth = () => {
  const { entity } = useScreen();
  const record = useRecordContext();
  const { health } = useHealth(record);
  return record && health ? <HealthBox {...{ entity, record, health }} /> : null;
};

interface Props {
  readonly entity: AnyEntity;
  /** Stored record of a lock, with its live values. */
  readonly record: RaRecord;
}

/** Reads facts about a lock that is offline; there are none without a record, or if the server lacks the call. */
export const useHealth = (record: RaRecord | undefined) => {
  const { sn, communicate_status, report_time }: Partial<RaRecord> = record ?? {};
  const { call } = useDataProvider<ConsoleDataProvider>();
  const { data, isLoading } = useQuery({
    queryKey: ['lockHealth', sn, report_time],
    queryFn: ({ client, signal }) =>
      callIfPresent(client, CALL.LIVE_HEALTH, () =>
        typedCalls(call)(CALL.LIVE_HEALTH, { sn: String(sn) }, { signal }),
      ),
    enabled: communicate_status === COMMUNICATE_STATUS.offline,
    retry: false,
  });
  return {
    health: communicate_status === COMMUNICATE_STATUS.offline ? data : undefined,
    isLoading,
  };
};

const box = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  p: 1.5,
  display: 'grid',
  gap: 0.5,
  typography: 'body2',
} as const;

/** Box with the reason of a lock's silence. */
export const HealthBox = ({ entity, record, health }: Props & { readonly health: LockHealth }) => {
  const translate = useTranslate();
  const titleId = useId();
  const now = useNow();
  const verdict = judgeHealth(health, now);
  const words = useHealthWords(health, verdict, record.protocol, now);
  const place = useLiveDevice(String(record.sn));
  const isPlaced = health.lastSign !== null && place && place.lat !== null && place.lon !== null;
  return (
    <Box component="section" aria-labelledby={titleId} sx={box}>
      <Typography id={titleId} component="h3" variant="subtitle2">
        {words.cause}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25 }}>
        <Line tone={verdict.lastSign}>
          {words.lastSign}
          {isPlaced && (
            <>
              {translate('device.health.join')}
              <PlaceWords lat={place.lat as number} lon={place.lon as number} />
            </>
          )}
        </Line>
        {HEALTH_FACTS.filter((fact) => fact !== 'near' || isPlaced).map((fact) => (
          <Line key={fact} tone={verdict[fact]}>
            {words[fact]}
          </Line>
        ))}
      </Box>
      <Buttons entity={entity} record={record} />
    </Box>
  );
};

const Line = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
    <Box component="span" sx={{ flex: 'none', position: 'relative', top: 1 }}>
      <StateSign tone={tone} coloured />
    </Box>
    <span>{children}</span>
  </Box>
);

/** Returns the words of each fact, in the language of the reader. */
const useHealthWords = (
  { lastSign, electric, drain, sim, contact, near, link }: LockHealth,
  verdict: HealthVerdict,
  protocol: unknown,
  now: number,
) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const key = (name: string) => `device.health.${name}`;
  const reasonLabel = choiceLabel(contactReason, contact?.reason);
  const protocolLabel = choiceLabel(lockProtocol, protocol);
  const reason = reasonLabel ? text(reasonLabel) : '';
  const minute = (at: number) => localTime(at).slice(0, 16);
  const fall = Math.round(drain ?? 0);
  const contactKey = () => {
    if (!contact) return 'contact.none';
    if (contact.event === CONNECTION_EVENT.refused) return 'contact.refused';
    if (contact.event === CONNECTION_EVENT.came || contact.reason === CONNECTION_END.lost)
      return 'contact.lost';
    if (contact.reason === CONNECTION_END.byLock) return 'contact.byLock';
    return contact.reason === CONNECTION_END.byServer ? 'contact.byServer' : 'contact.ended';
  };
  const simKey = () => {
    if (sim === null) return 'sim.unknown';
    return sim < dayOf(now) ? 'sim.expired' : 'sim.valid';
  };
  const sound = soundFacts(verdict);
  const listed = new Intl.ListFormat(languages[locale].tag);
  const cause = verdict.cause === 'unknown' && sound.length > 0 ? 'unlikely' : verdict.cause;
  const counts = { coverage: near.silent, link, unlikely: sound.length } as Readonly<
    Record<string, number>
  >;
  return {
    lastSign:
      lastSign === null
        ? translate(key('never'))
        : translate(key('heard'), { time: minute(lastSign) }),
    battery:
      electric === null
        ? translate(key('battery.unknown'))
        : translate(key(fall > 0 ? 'battery.falling' : 'battery.level'), { electric, fall }),
    sim: translate(key(simKey()), { day: sim }),
    contact: translate(key(contactKey()), { reason, time: contact ? minute(contact.at) : '' }),
    near: translate(key(verdict.near === 'default' ? 'near.none' : 'near.some'), near),
    cause: translate(key(`cause.${cause}`), {
      reason,
      day: sim,
      smart_count: counts[cause] ?? 0,
      protocol: protocolLabel ? text(protocolLabel) : '',
      facts: listed.format(sound.map((fact) => translate(key(`facts.${fact}`)))),
    }),
  };
};

/** Tab of a lock's detail with its connections. */
const CONNECTIONS = 'connectionRecord';

/** Two buttons in one line, or one above the other, equally wide. */
const buttons = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  mt: 0.5,
  maxWidth: 420,
  '& > *': { flex: '1 0 auto' },
} as const;

const Buttons = ({ entity, record }: Props) => {
  const translate = useTranslate();
  const list = useListAddress()(entity.name);
  const readable = useCanRead(CONNECTIONS);
  const read = useCommandItems(entity, [{ ...record, sn: String(record.sn) }], 'row').find(
    ({ code, reason }) => code === READ_SETTINGS && reason === null,
  );
  return (
    <Box sx={buttons}>
      {read && (
        <OperationButton
          item={{ ...read, label: translate('device.health.ask', { label: read.label }) }}
          variant="outlined"
          size="small"
        />
      )}
      {list && readable && (
        <Button
          component={Link}
          to={`${recordAddress(list, record.id)}&tab=${CONNECTIONS}`}
          size="small"
          startIcon={<ConnectionsIcon />}
        >
          {translate('device.health.connections')}
        </Button>
      )}
    </Box>
  );
};
