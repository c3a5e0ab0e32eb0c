import { isBlank } from '../../config';
import { formatLatLon, isPlace } from '../../domain/geo/geometry';
import { EmptyCell, Hint, SingleLine } from '../views/cells';
import { TextInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

export const view: FieldView<'placeName'> = {
  drawsBlank: true,
  // A server without a gazetteer still has the coordinates.
  Cell: ({ field, value, record, full }) => {
    const place = record[field.names];
    const coordinates = isPlace(place) ? formatLatLon(place) : undefined;
    if (isBlank(value) && coordinates === undefined) return <EmptyCell />;
    const words = isBlank(value) ? (coordinates ?? '') : String(value);
    const both = [
      words,
      ...(coordinates === undefined || words === coordinates ? [] : [coordinates]),
    ];
    if (full) return <span title={coordinates}>{words}</span>;
    return (
      <Hint title={both.join(' · ')} within={SingleLine}>
        {words}
      </Hint>
    );
  },
  Input: (props) => <TextInput {...props} />,
  sortable: false,
  long: true,
};
