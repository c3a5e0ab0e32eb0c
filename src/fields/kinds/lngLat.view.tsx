import MapIcon from '@mui/icons-material/PlaceOutlined';
import { Box, Button, Stack } from '@mui/material';
import { type ClipboardEvent, useState } from 'react';
import { isBlank } from '../../config';
import { formatLatLon, isPlace, type LatLon, parseLatLon } from '../../domain/geo/geometry';
import { labelWith } from '../../domain/label';
import { EmptyCell } from '../views/cells';
import { useDrawingBoard, usePlaceMaps } from '../views/contexts';
import { TextInput, Unit } from '../views/inputs';
import { useText } from '../views/reader';
import type { CellProps, FieldView, InputProps } from '../views/registry';

const pointAt = ({ lat, lon }: LatLon) => ({ type: 'Point', coordinates: [lon, lat] }) as const;

/** Inputs of latitude and longitude. "31.2304, 121.4737" pasted into either fills both. */
const CoordinatesInput = (props: InputProps<'lngLat'>) => {
  const { field, name, value, onChange, onBlur, error, disabled, autoFocus, inputRef } = props;
  const text = useText();
  const [inputs, setInputs] = useState(() => inputTexts(value));
  const type = (next: CoordinateTexts) => {
    setInputs(next);
    onChange(parseInputs(next));
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = parseLatLon(event.clipboardData.getData('text'));
    if (!place) return;
    event.preventDefault();
    type(inputTexts(place));
  };
  const hasBoard = useDrawingBoard({
    kind: 'place',
    shape: isPlace(value) ? pointAt(value) : undefined,
    change: (next) => type(inputTexts(next ? parseLatLon(next.shape.coordinates) : null)),
  });
  const both = {
    onBlur,
    onPaste,
    disabled,
    end: <Unit unit="°" />,
    html: { inputMode: 'decimal' },
  } as const;
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      role="group"
      aria-label={text(field.label)}
    >
      <TextInput
        {...both}
        field={{
          label: labelWith(field.label, ['latitude', '纬度']),
          required: field.required,
          help: field.help,
        }}
        name={`${name}.lat`}
        value={inputs.lat}
        onChange={(lat) => type({ ...inputs, lat: String(lat ?? '') })}
        error={error}
        autoFocus={autoFocus}
        inputRef={inputRef}
      />
      <TextInput
        {...both}
        field={{ label: labelWith(field.label, ['longitude', '经度']), required: field.required }}
        name={`${name}.lon`}
        value={inputs.lon}
        onChange={(lon) => type({ ...inputs, lon: String(lon ?? '') })}
        error={error && ''}
      />
      {!hasBoard && <PickOnMap {...props} onPick={(place) => type(inputTexts(place))} />}
    </Stack>
  );
};

type Props = Pick<
  InputProps<'lngLat'>,
  'field' | 'value' | 'values' | 'record' | 'onOther' | 'disabled'
> & { readonly onPick: (place: LatLon) => void };

/** Button that opens a map to pick the position, and the radius if the form has one. */
const PickOnMap = ({ field, value, values, record, onOther, disabled, onPick }: Props) => {
  const text = useText();
  const maps = usePlaceMaps();
  const [open, setOpen] = useState(false);
  if (!maps) return null;
  const { radius } = field;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<MapIcon />}
        disabled={disabled}
        onClick={() => setOpen(true)}
        sx={{ flex: 'none', alignSelf: 'flex-start' }}
      >
        {text(['Choose on map', '在地图上选择'])}
      </Button>
      {open && (
        <maps.Picker
          label={text(field.label)}
          place={isPlace(value) ? value : null}
          radius={radius && onOther ? radiusOf(radius, values ?? record) : undefined}
          onPick={(place, metres) => {
            onPick(place);
            if (radius && metres) onOther?.(radius, metres);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
};

type CoordinateTexts = Readonly<Record<keyof LatLon, string>>;

/** Formats a position for the inputs; empty texts for none. */
export const inputTexts = (value: unknown): CoordinateTexts =>
  isPlace(value) ? { lat: String(value.lat), lon: String(value.lon) } : { lat: '', lon: '' };

const degrees = (text: string) => (text.trim() === '' ? text : Number(text));

/**
 * Parses the inputs: a position, or null if both are empty. Returns incomplete or invalid values too, for the rule to
 * reject.
 */
export const parseInputs = ({
  lat,
  lon,
}: CoordinateTexts): LatLon | { lat: unknown; lon: unknown } | null =>
  lat.trim() === '' && lon.trim() === '' ? null : { lat: degrees(lat), lon: degrees(lon) };

/** Returns the radius in a record or form, metres; null if it is not positive. Inputs hold it as a text. */
export const radiusOf = (
  name: string,
  values: Readonly<Record<string, unknown>> | undefined,
): number | null => {
  const value = values?.[name];
  const metres = isBlank(value) ? Number.NaN : Number(value);
  return Number.isFinite(metres) && metres > 0 ? metres : null;
};

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** px. */
const MAP_HEIGHT = 220;

const Cell = ({ field, value, record, full }: CellProps<'lngLat'>) => {
  const text = useText();
  const maps = usePlaceMaps();
  if (!isPlace(value)) return <EmptyCell />;
  const degrees = (
    <Box component="span" sx={figures}>
      {formatLatLon(value)}
    </Box>
  );
  if (!full || !maps) return degrees;
  return (
    <>
      {degrees}
      <Box sx={{ height: MAP_HEIGHT, mt: 1, borderRadius: 2, overflow: 'hidden' }}>
        <maps.View
          label={text(field.label)}
          place={value}
          radius={field.radius ? radiusOf(field.radius, record) : undefined}
        />
      </Box>
    </>
  );
};

export const view: FieldView<'lngLat'> = {
  sortable: false,
  wide: true,
  Cell,
  Input: CoordinatesInput,
};
