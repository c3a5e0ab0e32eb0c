import { Box } from '@mui/material';
import { isBlank } from '../../config';
import { isPlace, placeText } from '../../domain/geo/geometry';
import { Nothing } from '../cells';
import { TextBox } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'placeName'> = {
  // A server that names no places still tells where they are.
  Cell: ({ field, value, record }) => {
    const place = record[field.names];
    const coordinates = isPlace(place) ? placeText(place) : undefined;
    if (isBlank(value) && coordinates === undefined) return <Nothing />;
    return (
      <Box component="span" title={coordinates} sx={{ whiteSpace: 'nowrap' }}>
        {isBlank(value) ? coordinates : String(value)}
      </Box>
    );
  },
  Input: (props) => <TextBox {...props} />,
  sortable: false,
};
