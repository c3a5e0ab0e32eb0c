import SearchIcon from '@mui/icons-material/Search';
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
import type L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FIRST_RADIUS } from '../../../domain/fence';
import { formatLatLon, type LatLon, parseLatLon } from '../../../domain/geo/geometry';
import { inSentence } from '../../../domain/label';
import type { PlacePickerProps } from '../../../fields/views/contexts';
import { useReaderLocale } from '../../../fields/views/reader';
import { useIsPhone } from '../../look/useIsPhone';
import { MapOverlay, useMap, useMapColours, useMapEvents } from '../LeafletMap';
import { currentView, showView } from '../view';
import { positionOf, RADIUS_STEP, radiusAt, roundedPlace } from './circle';
import { FitCircle, PlaceMarks, SmallMap } from './PlaceMap';

/** Dialog to choose a place on a map, and the radius of a circle. Nothing changes until it is confirmed. */
export const PlacePicker = (props: PlacePickerProps) => {
  const { label, onPick, onClose } = props;
  const translate = useTranslate();
  const phone = useIsPhone();
  const [place, setPlace] = useState(props.place);
  const [radius, setRadius] = useState(props.radius === null ? FIRST_RADIUS.circle : props.radius);
  const [target, setTarget] = useState<LatLon | null>(null);
  const choose = (at: LatLon) => setPlace(roundedPlace(at));
  const find = (at: LatLon) => {
    choose(at);
    setTarget(at);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={phone}
      maxWidth="md"
      slotProps={{ paper: { sx: phone ? { borderRadius: 0 } : { height: 'min(720px, 90vh)' } } }}
    >
      <DialogTitle>{translate('picker.title', { name: inSentence(label) })}</DialogTitle>
      <Box sx={{ px: 3, pt: 1, pb: 1.5 }}>
        <PlaceSearch place={place} onFind={find} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 200, mx: phone ? 0 : 3 }}>
        <SmallMap label={translate('picker.map')} at={props.place}>
          <PickByMap onPick={choose} />
          {props.place && <FitCircle place={props.place} radius={props.radius} />}
          <GoTo place={target} />
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
        <Button color="inherit" onClick={onClose}>
          {translate('ra.action.cancel')}
        </Button>
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

/** Radius of a circle: typed, or by a slider whose steps grow with the radius. */
const RadiusRow = ({ radius, onChange }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
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
        getAriaValueText={() => `${radius.toLocaleString(locale)} m`}
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

interface PlaceSearchProps {
  readonly place: LatLon | null;
  readonly onFind: (place: LatLon) => void;
}

/** Input for typed or pasted coordinates, which also shows the place chosen on the map. */
const PlaceSearch = ({ place, onFind }: PlaceSearchProps) => {
  const translate = useTranslate();
  const [input, setInput] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const find = () => {
    if (input === null) return;
    const parsed = parseLatLon(input);
    setWrong(parsed === undefined && input.trim() !== '');
    if (!parsed) return;
    setInput(null);
    onFind(parsed);
  };
  return (
    <TextField
      label={translate('picker.coordinates')}
      placeholder="31.230400, 121.473700"
      value={input ?? (place ? formatLatLon(place) : '')}
      onChange={({ target }) => {
        setInput(target.value);
        setWrong(false);
      }}
      onBlur={find}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        find();
      }}
      error={wrong}
      // Always shown: without the line, the map below would change its size under the pointer.
      helperText={translate(wrong ? 'picker.noPlace' : 'picker.how')}
      margin="none"
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
        htmlInput: { autoComplete: 'off' },
      }}
    />
  );
};

/** Keys that choose the place under the cross. */
const CHOOSE: ReadonlySet<string> = new Set(['Enter', ' ']);

/**
 * Chooses the clicked place. With the keyboard on the map, arrows move the map under a cross in its middle, plus and
 * minus zoom, and Enter or Space chooses the place under the cross.
 */
const PickByMap = ({ onPick }: { readonly onPick: (place: LatLon) => void }) => {
  const colours = useMapColours();
  const [cross, setCross] = useState(false);
  const pick = useEffectEvent(({ lat, lng }: L.LatLng) => onPick({ lat, lon: lng }));
  const map = useMapEvents({ click: ({ latlng }) => onPick({ lat: latlng.lat, lon: latlng.lng }) });
  useEffect(() => {
    const element = map.getContainer();
    const controller = new AbortController();
    const { signal } = controller;
    const press = (event: KeyboardEvent) => {
      if (!CHOOSE.has(event.key)) return;
      event.preventDefault();
      pick(map.getCenter());
    };
    element.addEventListener('keydown', press, { signal });
    // A click focuses the map too, but needs no cross.
    const focus = () => setCross(element.matches(':focus-visible'));
    element.addEventListener('focus', focus, { signal });
    element.addEventListener('blur', () => setCross(false), { signal });
    return () => controller.abort();
  }, [map]);
  if (!cross) return null;
  return (
    <MapOverlay>
      <Box
        component="svg"
        viewBox="-16 -16 32 32"
        aria-hidden="true"
        sx={{ position: 'absolute', left: '50%', top: '50%', width: 32, height: 32, m: '-16px' }}
      >
        <path d="M-15 0H-4M4 0H15M0 -15V-4M0 4V15" stroke={colours.rim} strokeWidth="5" />
        <path d="M-15 0H-4M4 0H15M0 -15V-4M0 4V15" stroke={colours.selection} strokeWidth="2" />
      </Box>
    </MapOverlay>
  );
};

const MIN_ZOOM = 6;

const GoTo = ({ place }: { readonly place: LatLon | null }) => {
  const map = useMap();
  useEffect(() => {
    if (place) showView(map, { ...place, zoom: Math.max(MIN_ZOOM, currentView(map).zoom) });
  }, [map, place]);
  return null;
};
