import { Box } from '@mui/material';
import { isPlace, placeText } from '../../domain/geo/place';
import { Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { PlaceInput } from './PlaceInput';

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

export const view: FieldView<'lngLat'> = {
  sortable: false,
  Cell: ({ value }) =>
    isPlace(value) ? (
      <Box component="span" sx={figures}>
        {placeText(value)}
      </Box>
    ) : (
      <Nothing />
    ),
  Input: PlaceInput,
};
