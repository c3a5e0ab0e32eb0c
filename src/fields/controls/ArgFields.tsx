import { type Control, useWatch } from 'react-hook-form';
import type { Fields } from '../../config';
import { isAsked } from '../isAsked';
import { FormField, type Values } from './FormField';

/** What the arguments of a command or an action hold at first. */
export const initialArgs = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { initial }]) => [name, (initial as unknown) ?? null]),
  );

interface Props {
  readonly fields: Fields;
  readonly control: Control<Values>;
  readonly disabled: boolean;
}

/** The arguments of a command or an action, one under the other; the first has the focus. */
export const ArgFields = ({ fields, control, disabled }: Props) => {
  const values = useWatch({ control });
  const asked = Object.entries(fields).filter(([, field]) => isAsked(field, values));
  return asked.map(([name, field], i) => (
    <FormField
      key={name}
      name={name}
      field={field}
      control={control}
      values={values}
      disabled={disabled}
      autoFocus={i === 0}
    />
  ));
};
