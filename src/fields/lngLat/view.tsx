import { Box } from '@mui/material';
import { Suspense } from 'react';
import { isPlace, placeText } from '../../domain/geo/place';
import { Nothing } from '../controls/Nothing';
import { usePlaceMaps } from '../controls/placeMaps';
import { useText } from '../controls/useText';
import type { CellProps, FieldView } from '../FieldView';
import { PlaceInput } from './PlaceInput';
import { radiusOf } from './radiusOf';

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** As large as a look at a place needs, px. */
const MAP_HEIGHT = 220;

const Cell = ({ field, value, record, full }: CellProps<'lngLat'>) => {
  const text = useText();
  const maps = usePlaceMaps();
  if (!isPlace(value)) return <Nothing />;
  const degrees = (
    <Box component="span" sx={figures}>
      {placeText(value)}
    </Box>
  );
  if (!full || !maps) return degrees;
  return (
    <>
      {degrees}
      <Box sx={{ height: MAP_HEIGHT, mt: 1, borderRadius: 2, overflow: 'hidden' }}>
        <Suspense>
          <maps.View
            label={text(field.label)}
            place={value}
            radius={field.radius ? radiusOf(field.radius, record) : undefined}
          />
        </Suspense>
      </Box>
    </>
  );
};

export const view: FieldView<'lngLat'> = { sortable: false, wide: true, Cell, Input: PlaceInput };
