import { Stack } from '@mui/material';
import { type ClipboardEvent, useState } from 'react';
import { placeOf } from '../../domain/geo/place';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { PickOnMap } from './PickOnMap';
import { type TypedPlace, typedFrom, typedValue } from './typedPlace';

/** Latitude and longitude, side by side; "31.2304, 121.4737" pasted into either fills both. */
export const PlaceInput = (props: InputProps<'lngLat'>) => {
  const { field, name, value, onChange, onBlur, error, disabled, autoFocus, inputRef } = props;
  const text = useText();
  const [typed, setTyped] = useState(() => typedFrom(value));
  const type = (next: TypedPlace) => {
    setTyped(next);
    onChange(typedValue(next));
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.clipboardData.getData('text'));
    if (!place) return;
    event.preventDefault();
    type(typedFrom(place));
  };
  const said = (label: readonly [string, string]) =>
    [`${field.label[0]}: ${label[0]}`, `${field.label[1]}：${label[1]}`] as const;
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
      <TextBox
        {...both}
        field={{ label: said(['latitude', '纬度']), required: field.required, help: field.help }}
        name={`${name}.lat`}
        value={typed.lat}
        onChange={(lat) => type({ ...typed, lat: String(lat ?? '') })}
        error={error}
        autoFocus={autoFocus}
        inputRef={inputRef}
      />
      <TextBox
        {...both}
        field={{ label: said(['longitude', '经度']), required: field.required }}
        name={`${name}.lon`}
        value={typed.lon}
        onChange={(lon) => type({ ...typed, lon: String(lon ?? '') })}
        error={error && ''}
      />
      <PickOnMap {...props} onPick={(place) => type(typedFrom(place))} />
    </Stack>
  );
};
