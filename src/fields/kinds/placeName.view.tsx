import { isBlank } from '../../config';
import { isPlace, placeText } from '../../domain/geo/geometry';
import { Hint, Nothing, OneLine } from '../cells';
import { TextBox } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'placeName'> = {
  // A server that names no places still tells where they are.
  Cell: ({ field, value, record, full }) => {
    const place = record[field.names];
    const coordinates = isPlace(place) ? placeText(place) : undefined;
    if (isBlank(value) && coordinates === undefined) return <Nothing />;
    const words = isBlank(value) ? (coordinates ?? '') : String(value);
    const both = [
      words,
      ...(coordinates === undefined || words === coordinates ? [] : [coordinates]),
    ];
    if (full) return <span title={coordinates}>{words}</span>;
    return (
      <Hint title={both.join(' · ')} within={OneLine}>
        {words}
      </Hint>
    );
  },
  Input: (props) => <TextBox {...props} />,
  sortable: false,
  long: true,
};
