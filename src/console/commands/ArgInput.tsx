import { type Control, useController } from 'react-hook-form';
import type { AnyField, Field } from '../../config';
import { ruleText } from '../../fields';
import { useReaderLocale } from '../../fields/controls/useText';
import { viewOf } from '../../fields/views';

export type Args = Record<string, unknown>;

interface Props {
  readonly name: string;
  readonly field: AnyField;
  readonly control: Control<Args>;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
}

/** One argument of a command, with its kind's own input and the server's own rule. */
export const ArgInput = ({ name, field, control, disabled, autoFocus }: Props) => {
  const locale = useReaderLocale();
  const { field: input, fieldState } = useController({ name, control });
  const { Input } = viewOf(field);
  const refused = fieldState.error?.message;
  return (
    <Input
      field={field as Field}
      name={name}
      value={input.value}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={refused && ruleText(refused, locale)}
      disabled={disabled}
      autoFocus={autoFocus}
    />
  );
};
