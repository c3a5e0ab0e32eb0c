import { type Control, useController } from 'react-hook-form';
import type { Field } from '../../../config';
import { useReaderLocale } from '../../../fields/controls/useText';
import { type Row, viewOf } from '../../../fields/views';
import { messageOf } from './messageOf';
import type { Values } from './resolverOf';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly control: Control<Values>;
  readonly record?: Row;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** A field's own input, bound to a form. */
export const FormInput = ({ name, field, control, record, disabled, autoFocus }: Props) => {
  const locale = useReaderLocale();
  const { field: input, fieldState } = useController({ name, control });
  const { Input } = viewOf(field);
  return (
    <Input
      field={field}
      name={name}
      value={input.value}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={messageOf(fieldState.error, locale)}
      disabled={disabled}
      autoFocus={autoFocus}
      record={record}
    />
  );
};
