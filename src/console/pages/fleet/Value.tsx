import type { AnyEntity, Field } from '../../../config';
import { type Row, viewOf } from '../../../fields/views';

interface Props {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly record: Row;
}

/** The value of one field, as the entity's list shows it. */
export const Value = ({ entity, name, record }: Props) => {
  const field: Field = entity.fields[name];
  const { Cell } = viewOf(field);
  return <Cell field={field} name={name} value={record[name]} record={record} />;
};
