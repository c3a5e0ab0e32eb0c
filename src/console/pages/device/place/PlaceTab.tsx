import MapIcon from '@mui/icons-material/Map';
import RecordsIcon from '@mui/icons-material/Timeline';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { choiceLabel } from '../../../../domain/choices';
import { positionType } from '../../../../domain/lock';
import { usePlaceMaps } from '../../../../fields/controls/placeMaps';
import { useText } from '../../../../fields/controls/useText';
import { TimeCell } from '../../../../fields/datetime/TimeCell';
import { useListAddress, useMapPath } from '../../../shell';
import { Coordinates } from '../../map/Coordinates';
import { useLastPlace } from './useLastPlace';

const HEIGHT = 380;

/** Where a lock is, or was last heard of. */
export const PlaceTab = ({ record }: { readonly record: RaRecord }) => {
  const translate = useTranslate();
  const text = useText();
  const maps = usePlaceMaps();
  const map = useMapPath();
  const sn = String(record.sn);
  const records = useListAddress()('deviceLocationRecord', { sn });
  const place = useLastPlace(sn);
  if (place === undefined) return <Skeleton variant="rounded" height={HEIGHT} />;
  if (place === null) {
    return <Typography color="textSecondary">{translate('device.place.none')}</Typography>;
  }
  const found = choiceLabel(positionType, place.type);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ height: HEIGHT, borderRadius: 2, overflow: 'hidden' }}>
        {maps && (
          <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
            <maps.View label={translate('device.place.label', { sn })} place={place} />
          </Suspense>
        )}
      </Box>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}
      >
        <span>
          <Coordinates lat={place.lat} lon={place.lon} />
        </span>
        {found && <span>{text(found)}</span>}
        {place.at !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate('device.place.taken')} <TimeCell at={place.at} relative />
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {map && (
          <Button
            component={Link}
            to={`${map}?${new URLSearchParams({ sn })}`}
            variant="outlined"
            startIcon={<MapIcon />}
          >
            {translate('device.place.map')}
          </Button>
        )}
        {records && (
          <Button component={Link} to={records} startIcon={<RecordsIcon />}>
            {translate('device.place.records')}
          </Button>
        )}
      </Box>
    </Box>
  );
};
