import { type Control, useController, useWatch } from 'react-hook-form';
import type { AnyField, Field, Fields, Row } from '../config';
import { emptyValue, ruleText } from '.';
import { useReaderLocale } from './reader';
import { isRelevant } from './schemas';
import { type InputProps, viewOf } from './views';

/** What the arguments of a command or an action hold at first. */
export const initialArguments = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (field.initial as unknown) ?? emptyValue(field),
    ]),
  );

interface Props {
  readonly fields: Fields;
  readonly control: Control<Values>;
  readonly disabled: boolean;
  /** Something before them has the focus. */
  readonly follows?: boolean;
}

/** The arguments of a command or an action, one under the other; the first has the focus, unless something before it has. */
export const ArgumentInputs = ({ fields, control, disabled, follows = false }: Props) => {
  const values = useWatch({ control });
  const relevant = Object.entries(fields).filter(([, field]) => isRelevant(field, values));
  return relevant.map(([name, field], i) => (
    <FormField
      key={name}
      name={name}
      field={field}
      control={control}
      values={values}
      disabled={disabled}
      autoFocus={!follows && i === 0}
    />
  ));
};

/** What the inputs of a form hold, by name. */
export type Values = Record<string, unknown>;

interface FormFieldProps {
  readonly name: string;
  readonly field: AnyField;
  /** Of the form; without it the one that the form around gives. */
  readonly control?: Control<Values>;
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
export const FormField = ({ name, field, control, ...rest }: FormFieldProps) => {
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
