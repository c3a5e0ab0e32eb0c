import DetailsIcon from '@mui/icons-material/ArrowForward';
import TrackIcon from '@mui/icons-material/RouteOutlined';
import { Alert, Box, Button, Link as TextLink, Typography } from '@mui/material';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { offlineDuration } from '../../../domain/figures';
import type { LiveDevice } from '../../../domain/live';
import { REACH } from '../../../domain/lock';
import { TimeCell, ToneChip } from '../../../fields/cells';
import { useNow, useText } from '../../../fields/reader';
import { entityOfLock, ofLock } from '../../data';
import { FACTS } from '../../look/components';
import { AlarmIcon, type FleetStore, StateIcon, useDevice } from '../../maps';
import { CommandButtons } from '../../operations';
import { showAddress, useCanRead, useDeclared, useListAddress } from '../../shell';
import { until, usePlaybackAddress } from '../playback/address';
import { Coordinates, Fact, PlaceWords, SavePoint, Value } from '../values';
import { type LockTools, ToolButtons } from './LockTools';

interface Props {
  readonly sn: string;
  readonly store: FleetStore;
  /** The filters keep it from the map. */
  readonly hidden: boolean;
  readonly onShow: () => void;
  readonly tools: LockTools;
}

/** One device on the map: its state as it changes, and what can be done with it. */
export const DeviceCard = ({ sn, store, hidden, onShow, tools }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const addressOf = useListAddress();
  const playbackOf = usePlaybackAddress();
  const entity = useDeclared('device');
  const device = useDevice(store, sn);
  const record = useDeviceRecord(sn, device);
  if (!device || !entity) return null;
  const isLent = device.lent !== null;
  // Of a lock of others everything that is told is told live.
  const known = isLent ? { ...device } : { ...record, ...device };
  const { lat, lon, speed, alarms, position_time } = device;
  const list = addressOf(entityOfLock(device));
  const alarmList = isLent ? undefined : addressOf('alertRecord', { ...ofLock(sn), state: [0] });
  const alarmText = translate('pages.map.card.alarms', { smart_count: alarms });
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', pr: 4 }}>
        <StateIcon status={device.status} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h6" component="h2" noWrap>
            {device.device_name || sn}
          </Typography>
          {device.device_name && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {sn}
            </Typography>
          )}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Value entity={entity} name="status" record={known} />
        <ConnectionChip device={device} />
      </Box>
      {alarms > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2' }}>
          <AlarmIcon />
          {alarmList ? (
            <TextLink component={Link} to={alarmList} color="error">
              {alarmText}
            </TextLink>
          ) : (
            alarmText
          )}
        </Box>
      )}
      <Box component="dl" sx={FACTS}>
        <Fact label={text(entity.fields.electric.label)}>
          <Value entity={entity} name="electric" record={known} />
        </Fact>
        {speed !== null && (
          <Fact label={translate('pages.map.card.speed')}>
            {translate('pages.map.card.speedValue', { speed: Math.round(speed) })}
          </Fact>
        )}
        <Fact label={translate('pages.map.card.position')}>
          <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
            <Value entity={entity} name="positionType" record={known} />
            {position_time !== null && <TimeCell at={position_time} relative />}
          </Box>
        </Fact>
        {lat !== null && lon !== null && (
          <Fact label={translate('pages.map.card.place')}>
            <Box component="span" sx={{ display: 'grid' }}>
              <PlaceWords lat={lat} lon={lon} />
              <Box component="span" sx={{ color: 'text.secondary' }}>
                <Coordinates lat={lat} lon={lon} />
              </Box>
            </Box>
          </Fact>
        )}
        <Fact label={text(entity.fields.report_time.label)}>
          <Value entity={entity} name="report_time" record={known} />
        </Fact>
      </Box>
      {lat === null && <Alert severity="info">{translate('pages.map.noPlace')}</Alert>}
      {hidden && lat !== null && (
        <Alert
          severity="info"
          action={
            <Button size="small" color="inherit" onClick={onShow}>
              {translate('pages.map.resetFilters')}
            </Button>
          }
        >
          {translate('pages.map.hidden')}
        </Alert>
      )}
      <ToolButtons lent={isLent} tools={tools} />
      {isLent && <Alert severity="info">{translate('pages.map.card.lent')}</Alert>}
      <CommandButtons entity={entity} record={known} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: -0.5, my: -0.5 }}>
        {playbackOf && !isLent && (
          <Button
            component={Link}
            to={playbackOf(sn, until(device.report_time ?? Date.now()))}
            size="small"
            startIcon={<TrackIcon />}
          >
            {translate('playback.link')}
          </Button>
        )}
        {list && (
          <Button
            component={Link}
            to={
              record
                ? showAddress(list, record.id)
                : (addressOf(entityOfLock(device), ofLock(sn)) ?? list)
            }
            size="small"
            endIcon={<DetailsIcon />}
          >
            {translate('pages.map.card.details')}
          </Button>
        )}
        {lat !== null && lon !== null && <SavePoint lat={lat} lon={lon} />}
      </Box>
    </Box>
  );
};

/** Whether a device is reachable, and for how long it has not been. */
const ConnectionChip = ({ device }: { readonly device: LiveDevice }) => {
  const translate = useTranslate();
  const now = useNow();
  if (device.communicate_status === REACH.online) {
    return <ToneChip tone="success" label={translate('pages.map.card.online')} />;
  }
  if (device.communicate_status === REACH.asleep) {
    return <ToneChip tone="info" label={translate('pages.map.card.asleep')} />;
  }
  const silence = offlineDuration(now - (device.report_time ?? Number.NaN));
  const label = silence
    ? translate(`pages.map.card.offlineFor.${silence.unit}`, { smart_count: silence.count })
    : translate('pages.map.card.offline');
  return <ToneChip label={label} />;
};

/** The stored record of a device, which live data knows by its SN only; undefined until it is found. */
const useDeviceRecord = (sn: string, device: LiveDevice | undefined): RaRecord | undefined => {
  const entity = entityOfLock(device ?? { lent: null });
  const readable = useCanRead(entity);
  const { data } = useGetList(
    entity,
    {
      filter: ofLock(sn),
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'sn', order: 'ASC' },
    },
    { enabled: device !== undefined && readable },
  );
  return data?.[0];
};
