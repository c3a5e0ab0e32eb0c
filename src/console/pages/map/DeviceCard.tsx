import DetailsIcon from '@mui/icons-material/ArrowForward';
import TrackIcon from '@mui/icons-material/RouteOutlined';
import { Alert, Box, Button, Link as TextLink, Typography } from '@mui/material';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { TimeCell } from '../../../fields/views/cells';
import { useText } from '../../../fields/views/reader';
import { ownLineOfStates } from '../../../fields/views/states';
import { recordAddress, useEntityByName, useListAddress } from '../../app';
import { ALARMS, entityOfLock, lockFilter, useCanRead } from '../../data';
import { Fact, Facts } from '../../look/Facts';
import { LoadingBlock } from '../../look/FactsSkeleton';
import { type FleetStore, useDevice } from '../../maps';
import {
  ActionProvider,
  CommandButtons,
  MoreOperations,
  nextStep,
  OperationButton,
  useAllowedActions,
} from '../../operations';
import { HealthBox, useHealth } from '../device/health';
import { usePlaybackAddress } from '../playback/address';
import { Coordinates, FieldText, PlaceWords, SavePoint } from '../values';
import { AlarmWords } from './AlarmWords';
import { ToolButtons } from './LockTools';
import type { LockTools } from './mapState';
import { CARD, CardHead, PLACE_HEIGHT } from './skeletons';
import { useWorstAlarms } from './worstAlarms';

interface Props {
  readonly sn: string;
  readonly store: FleetStore;
  /** True if the filter hides it on the map. */
  readonly hidden: boolean;
  readonly onShow: () => void;
  readonly tools: LockTools;
}

export const DeviceCard = ({ sn, store, hidden, onShow, tools }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const addressOf = useListAddress();
  const entity = useEntityByName('device');
  const device = useDevice(store, sn);
  const stored = useDeviceRecord(sn, device);
  const { worst } = useWorstAlarms();
  const alarmEntity = useEntityByName(ALARMS);
  if (!device || !entity) return null;
  const isLent = device.lent !== null;
  // A borrowed lock has no stored record here: all its values are live.
  const values = isLent ? { ...device } : { ...stored.data, ...device };
  const { lat, lon, speed, alarms, position_time, communicate_status } = device;
  const alarmList = isLent
    ? undefined
    : addressOf('alertRecord', { ...lockFilter(sn), state: [0] });
  const alarm = worst.get(sn);
  const alarmWords = <AlarmWords alarms={alarms} alarm={alarm} />;
  return (
    <Box sx={CARD}>
      <CardHead device={device} />
      <Box sx={[ownLineOfStates, { typography: 'body2', minHeight: 22 }]}>
        <FieldText entity={entity} name="status" record={values} />
        <FieldText entity={entity} name="communicate_status" record={values} />
      </Box>
      {alarms > 0 && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minHeight: 28 }}>
          <Typography component="div" variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
            {alarmList ? (
              <TextLink component={Link} to={alarmList} color="textSecondary" underline="hover">
                {alarmWords}
              </TextLink>
            ) : (
              alarmWords
            )}
          </Typography>
          {alarmEntity && alarm && (
            <ActionProvider>
              <AlarmActions entity={alarmEntity} alarm={alarm} />
            </ActionProvider>
          )}
        </Box>
      )}
      <Facts>
        <Fact label={text(entity.fields.electric.label)}>
          <FieldText entity={entity} name="electric" record={values} />
        </Fact>
        {speed !== null && communicate_status === COMMUNICATE_STATUS.online && (
          <Fact label={translate('playback.speedNow')}>
            {translate('playback.day.moving', { speed: Math.round(speed) })}
          </Fact>
        )}
        <Fact label={translate('playback.fix')}>
          <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
            <FieldText entity={entity} name="positionType" record={values} />
            {position_time !== null && <TimeCell at={position_time} relative />}
          </Box>
        </Fact>
        {lat !== null && lon !== null && (
          <Fact label={translate('device.place.words')}>
            <Box
              component="span"
              sx={{ display: 'grid', alignContent: 'center', minHeight: PLACE_HEIGHT }}
            >
              <PlaceWords lat={lat} lon={lon} oneLine />
              <Box component="span" sx={{ color: 'text.secondary' }}>
                <Coordinates lat={lat} lon={lon} />
              </Box>
            </Box>
          </Fact>
        )}
        <Fact label={text(entity.fields.report_time.label)}>
          <FieldText entity={entity} name="report_time" record={values} />
        </Fact>
      </Facts>
      {lat === null && <Alert severity="info">{translate('pages.map.noPlace')}</Alert>}
      {hidden && lat !== null && (
        <Alert
          severity="info"
          action={
            <Button size="small" color="inherit" onClick={onShow}>
              {translate('maps.legend.reset')}
            </Button>
          }
        >
          {translate('pages.map.hidden')}
        </Alert>
      )}
      <CardEnd {...{ device, entity, stored, tools }} />
    </Box>
  );
};

interface CardEndProps extends Pick<Props, 'tools'> {
  readonly device: LiveDevice;
  readonly entity: AnyEntity;
  readonly stored: ReturnType<typeof useDeviceRecord>;
}

/** Room of the end of a card while it is loading, px. */
const END_HEIGHT = 260;

/**
 * Reason why a lock is silent, and what can be done with the lock. They come together, because a button that moves is
 * pressed by mistake.
 */
const CardEnd = ({ device, entity, stored, tools }: CardEndProps) => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const playbackOf = usePlaybackAddress();
  const { sn, lat, lon } = device;
  const isLent = device.lent !== null;
  const list = addressOf(entityOfLock(device));
  const record = stored.data && { ...stored.data, ...device };
  const { health, isLoading } = useHealth(isLent ? undefined : record);
  const isSilent = device.communicate_status === COMMUNICATE_STATUS.offline && !isLent;
  if (isSilent && (stored.isLoading || isLoading)) return <LoadingBlock height={END_HEIGHT} />;
  return (
    <>
      {record && health && <HealthBox {...{ entity, record, health }} />}
      <ToolButtons sn={sn} placed={lat !== null} lent={isLent} tools={tools} />
      {isLent && <Alert severity="info">{translate('pages.map.card.lent')}</Alert>}
      <CommandButtons entity={entity} record={(!isLent && record) || { ...device }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -0.5, my: -0.5 }}>
        {playbackOf && !isLent && (
          <Button component={Link} to={playbackOf(sn)} size="small" startIcon={<TrackIcon />}>
            {translate('playback.link')}
          </Button>
        )}
        {list && (
          <Button
            component={Link}
            to={
              record
                ? recordAddress(list, record.id)
                : (addressOf(entityOfLock(device), lockFilter(sn)) ?? list)
            }
            size="small"
            endIcon={<DetailsIcon />}
          >
            {translate('ra.message.details')}
          </Button>
        )}
        {lat !== null && lon !== null && <SavePoint lat={lat} lon={lon} />}
      </Box>
    </>
  );
};

interface AlarmActionsProps {
  readonly entity: AnyEntity;
  readonly alarm: RaRecord;
}

/** Next action on an alarm, and a menu of the others. */
const AlarmActions = ({ entity, alarm }: AlarmActionsProps) => {
  const items = useAllowedActions(entity, alarm);
  const next = nextStep(items);
  return (
    <>
      {next && <OperationButton item={next} variant="outlined" size="small" />}
      <MoreOperations items={items.filter((item) => item !== next)} />
    </>
  );
};

/** Reads the stored record of a device. Live data only has the SN. */
const useDeviceRecord = (sn: string, device: LiveDevice | undefined) => {
  const entity = entityOfLock(device ?? { lent: null });
  const readable = useCanRead(entity);
  const { data, isLoading } = useGetList(
    entity,
    {
      filter: lockFilter(sn),
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'sn', order: 'ASC' },
    },
    { enabled: device !== undefined && readable },
  );
  return { data: data?.[0], isLoading };
};
