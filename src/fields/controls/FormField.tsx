import { type Control, useController } from 'react-hook-form';
import type { AnyField, Field } from '../../config';
import { ruleText } from '..';
import { type InputProps, type Row, viewOf } from '../views';
import { useReaderLocale } from './useText';

/** What the inputs of a form hold, by name. */
export type Values = Record<string, unknown>;

interface Props {
  readonly name: string;
  readonly field: AnyField;
  readonly control: Control<Values>;
  /** What all inputs hold now. */
  readonly values?: Row;
  /** The record that is edited, where there is one. */
  readonly record?: Row;
  /** Sets another input of the form. */
  readonly onOther?: InputProps['onOther'];
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** A field's own input bound to a form: of a record, of a command or of an action. */
export const FormField = ({ name, field, control, ...rest }: Props) => {
  const locale = useReaderLocale();
  const { field: input, fieldState } = useController({ name, control });
  const { Input } = viewOf(field);
  const refused = fieldState.error && ruleText(fieldState.error.message ?? '', locale);
  return (
    <Input
      {...rest}
      field={field as Field}
      name={name}
      value={input.value}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={refused}
    />
  );
};
