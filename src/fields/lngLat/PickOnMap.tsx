import MapIcon from '@mui/icons-material/PlaceOutlined';
import { Button } from '@mui/material';
import { Suspense, useState } from 'react';
import { isPlace, type LatLon } from '../../domain/geo/place';
import { usePlaceMaps } from '../controls/placeMaps';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { radiusOf } from './radiusOf';

type Props = Pick<
  InputProps<'lngLat'>,
  'field' | 'value' | 'values' | 'record' | 'onOther' | 'disabled'
> & { readonly onPick: (place: LatLon) => void };

/** The button that opens a map to choose the place on, with the radius where the form has one. */
export const PickOnMap = ({ field, value, values, record, onOther, disabled, onPick }: Props) => {
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
        {text(['Pick on map', '在地图上选择'])}
      </Button>
      {open && (
        <Suspense>
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
        </Suspense>
      )}
    </>
  );
};
