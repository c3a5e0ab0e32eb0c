import type { Field } from '../../../config';
import { useTitles } from '../../../fields/ref/useTitles';
import { RefsLinks } from '../../../fields/refs/RefsLinks';
import { type Row, viewOf } from '../../../fields/views';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  /** The record the value is of, or would be. */
  readonly record: Row;
}

const isSome = (value: unknown) => value !== null && value !== undefined;

const RefTitle = ({ field, value }: Props) => {
  const [title] = useTitles(field.of, [Number(value)]);
  return title;
};

/** One of several versions of a value. Titles of references are asked for: a version that was typed brings none. */
export const ComparedValue = (props: Props) => {
  const { field, value } = props;
  if (isSome(value) && (field.kind === 'ref' || field.kind === 'refTree')) {
    return <RefTitle {...props} />;
  }
  if (isSome(value) && field.kind === 'refs') {
    return <RefsLinks target={field.of} ids={value as number[]} />;
  }
  const { Cell } = viewOf(field);
  return <Cell {...props} full />;
};
