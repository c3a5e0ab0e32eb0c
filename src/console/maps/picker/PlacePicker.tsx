import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogTitle,
  InputAdornment,
  Slider,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import type { PlacePickerProps } from '../../../fields/contexts';
import { useIsPhone } from '../../shell';
import { FIRST_RADIUS, positionOf, RADIUS_STEP, radiusAt, roundedPlace } from './geometry';
import { GoTo, PickByMap } from './PickByMap';
import { FitCircle, PlaceMarks, SmallMap } from './PlaceMap';
import { PlaceSearch } from './PlaceSearch';

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

interface Props {
  /** Metres. */
  readonly radius: number;
  readonly onChange: (radius: number) => void;
}

/** A circle's radius by a slider, whose steps grow with the radius, or typed. */
export const RadiusRow = ({ radius, onChange }: Props) => {
  const translate = useTranslate();
  const label = translate('picker.radius');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Slider
        size="small"
        aria-label={label}
        value={positionOf(radius)}
        min={0}
        max={1}
        step={RADIUS_STEP}
        getAriaValueText={() => `${radius} m`}
        onChange={(_, position) => onChange(radiusAt(position as number))}
        sx={{ ml: 1 }}
      />
      <TextField
        label={label}
        value={radius}
        onChange={({ target }) => {
          const metres = Number(target.value);
          if (metres > 0) onChange(metres);
        }}
        fullWidth={false}
        margin="none"
        sx={{ width: 150, flex: 'none' }}
        slotProps={{
          input: { endAdornment: <InputAdornment position="end">m</InputAdornment> },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        }}
      />
    </Box>
  );
};
