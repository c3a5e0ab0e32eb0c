import MapIcon from '@mui/icons-material/Map';
import TrackIcon from '@mui/icons-material/RouteOutlined';
import RecordsIcon from '@mui/icons-material/Timeline';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type RaRecord, useGetList, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { isBlank } from '../../../config';
import type { LatLon } from '../../../domain/geo/geometry';
import { choiceLabel } from '../../../domain/label';
import { type PositionType, positionType } from '../../../domain/lock';
import { TimeCell } from '../../../fields/views/cells';
import { usePlaceMaps } from '../../../fields/views/contexts';
import { useText } from '../../../fields/views/reader';
import { useListAddress, useMapPath } from '../../app';
import { lockFilter, useCanRead, useLiveDevice, useLiveState } from '../../data';
import { useScreen } from '../../entity';
import { Fact } from '../../look/Facts';
import { OperationButton, useActionItems } from '../../operations';
import { usePlaybackAddress } from '../playback/address';
import { Coordinates, PlaceWords, SavePoint } from '../values';

const HEIGHT = 380;
const HEIGHT_BESIDE = 220;

/** Place name of a lock; renders nothing until it is known. */
export const PlaceHeading = () => {
  const record = useRecordContext();
  const translate = useTranslate();
  const place = useLastPlace(String(record?.sn));
  return place ? (
    <Fact label={translate('device.place.words')}>
      <PlaceWords lat={place.lat} lon={place.lon} />
    </Fact>
  ) : null;
};

interface Props {
  readonly record: RaRecord;
  /** Use a smaller map beside other content. */
  readonly beside?: boolean;
}

/** Current or last reported position of a lock. */
export const Tab = ({ record, beside = false }: Props) => {
  const height = beside ? HEIGHT_BESIDE : HEIGHT;
  const translate = useTranslate();
  const text = useText();
  const maps = usePlaceMaps();
  const map = useMapPath();
  const sn = String(record.sn);
  const records = useListAddress()(RECORDS, lockFilter(sn));
  const playbackOf = usePlaybackAddress();
  const place = useLastPlace(sn);
  if (place === undefined) return <Skeleton variant="rounded" height={height} />;
  if (place === null) return <NoPlace record={record} />;
  const typeLabel = choiceLabel(positionType, place.type);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ height, borderRadius: 2, overflow: 'hidden' }}>
        {maps && (
          <maps.View
            loading={<Skeleton variant="rounded" height={height} />}
            label={translate('device.place.label', { sn })}
            place={place}
          />
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          typography: 'body2',
        }}
      >
        <Box component="span" sx={{ fontWeight: 600 }}>
          <PlaceWords lat={place.lat} lon={place.lon} />
        </Box>
        <span>
          <Coordinates lat={place.lat} lon={place.lon} />
        </span>
        {typeLabel && <span>{text(typeLabel)}</span>}
        {place.at !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('device.place.taken')} <TimeCell at={place.at} relative />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.5, rowGap: 1 }}>
        {map && (
          <Button
            component={Link}
            to={`${map}?${new URLSearchParams({ sn })}`}
            size="small"
            color="inherit"
            startIcon={<MapIcon />}
          >
            {translate('device.place.map')}
          </Button>
        )}
        {playbackOf && (
          <Button
            component={Link}
            to={playbackOf(sn)}
            size="small"
            color="inherit"
            startIcon={<TrackIcon />}
          >
            {translate('playback.link')}
          </Button>
        )}
        {records && (
          <Button
            component={Link}
            to={records}
            size="small"
            color="inherit"
            startIcon={<RecordsIcon />}
          >
            {translate('device.place.records')}
          </Button>
        )}
        <SavePoint lat={place.lat} lon={place.lon} />
      </Box>
    </Box>
  );
};

/** Hint for a lock without a position: its server address may not be set yet. */
const NoPlace = ({ record }: Pick<Props, 'record'>) => {
  const translate = useTranslate();
  const { entity } = useScreen();
  const connect = useActionItems(entity, [record], 'row').find(({ code }) => code === 'connect');
  const isUnheard = isBlank(record.report_time) && connect !== undefined;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Typography color="textSecondary">
        {translate(isUnheard ? 'device.place.unheard' : 'device.place.none')}
      </Typography>
      {isUnheard && <OperationButton item={connect} variant="outlined" size="small" />}
    </Box>
  );
};

interface LastPlace extends LatLon {
  /** Time of the fix, epoch ms. */
  readonly at: number | null;
  readonly type: PositionType | null;
}

interface LocationRecord extends LatLon {
  readonly id: number;
  readonly create_time: number;
  readonly position_status: PositionType | null;
}

const RECORDS = 'deviceLocationRecord';

/** Matches records with a position: the others have no latitude. */
const ANYWHERE = { lat_from: -90 };

/**
 * Returns the live position of a lock or, if live data has none, that of its newest record. Null for a lock without any
 * position, undefined while loading.
 */
const useLastPlace = (sn: string): LastPlace | null | undefined => {
  const device = useLiveDevice(sn);
  const isWaiting = useLiveState().lastAnswer === null;
  const readable = useCanRead(RECORDS);
  const { lat = null, lon = null } = device ?? {};
  const isLive = device !== undefined && lat !== null && lon !== null;
  const { data, isPending } = useGetList<LocationRecord>(
    RECORDS,
    {
      filter: { ...lockFilter(sn), ...ANYWHERE },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'create_time', order: 'DESC' },
    },
    { enabled: readable && !isLive && !isWaiting },
  );
  if (isLive) return { lat, lon, at: device.position_time, type: device.positionType };
  const [record] = data ?? [];
  if (record) return { ...record, at: record.create_time, type: record.position_status };
  return isWaiting || (readable && isPending) ? undefined : null;
};
