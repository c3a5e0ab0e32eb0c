import { useContext } from 'react';
import type { Label } from '../../config';
import { NamedTitle } from '../views/cells';
import { TitleNamesContext } from '../views/contexts';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import type { CellProps, FieldView } from '../views/registry';

const Cell = ({ field, value, record, full }: CellProps<'lock'>) => {
  const nameOf = useContext(TitleNamesContext);
  const sn = String(value);
  const own = field.via === undefined ? undefined : record[field.via];
  return <NamedTitle title={sn} name={own ? String(own) : nameOf('device', sn)} full={full} />;
};

const heading: Label = ['Lock', '设备'];

export const view: FieldView<'lock'> = {
  Cell,
  heading,
  Input: TextInput,
  Filter: (props) => <TextFilter {...props} field={{ ...props.field, label: heading }} />,
};
