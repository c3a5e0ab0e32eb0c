import { Box, Button, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import type { PlacePickerProps } from '../../../fields/controls/placeMaps';
import { useIsPhone } from '../../shell';
import { FitCircle } from './FitCircle';
import { GoTo } from './GoTo';
import { PickByMap } from './PickByMap';
import { PlaceMarks } from './PlaceMarks';
import { PlaceSearch } from './PlaceSearch';
import { RadiusRow } from './RadiusRow';
import { FIRST_RADIUS } from './radiusScale';
import { roundedPlace } from './roundedPlace';
import { SmallMap } from './SmallMap';

/** A place, and for a circle its radius, chosen on a map; nothing changes until it is taken. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { label, onPick, onClose } = props;
  const translate = useTranslate();
  const phone = useIsPhone();
  const titleId = useId();
  const [place, setPlace] = useState(props.place);
  const [radius, setRadius] = useState(props.radius === null ? FIRST_RADIUS : props.radius);
  const [found, setFound] = useState<LatLon | null>(null);
  const choose = (at: LatLon) => setPlace(roundedPlace(at));
  const find = (at: LatLon) => {
    choose(at);
    setFound(at);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={phone}
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: phone ? { borderRadius: 0 } : { height: 'min(720px, 90vh)' } } }}
    >
      <DialogTitle id={titleId}>{translate('picker.title', { name: label })}</DialogTitle>
      <Box sx={{ px: 3, pt: 1, pb: 1.5 }}>
        <PlaceSearch place={place} onFind={find} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 200, mx: phone ? 0 : 3 }}>
        <SmallMap label={translate('picker.map')} at={props.place}>
          <PickByMap onPick={choose} />
          {props.place && <FitCircle place={props.place} radius={props.radius} />}
          <GoTo place={found} />
          {place && (
            <PlaceMarks place={place} radius={radius} onMove={choose} onResize={setRadius} />
          )}
        </SmallMap>
      </Box>
      {typeof radius === 'number' && (
        <Box sx={{ px: 3, pt: 1.5 }}>
          <RadiusRow radius={radius} onChange={setRadius} />
        </Box>
      )}
      <DialogActions>
        <Button onClick={onClose}>{translate('picker.cancel')}</Button>
        <Button
          variant="contained"
          disabled={place === null}
          onClick={() => place && onPick(place, radius)}
        >
          {translate('picker.take')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
