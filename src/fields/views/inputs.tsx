import TickedIcon from '@mui/icons-material/CheckBox';
import UntickedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import { InputAdornment, MenuItem, TextField, type TextFieldProps } from '@mui/material';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { isBlank, type Label } from '../../config';
import { type UnitLabel, unitText } from '../../domain/figures';
import type { Look } from '../../domain/label';
import { useReaderLocale, useText } from './reader';
import type { InputProps } from './registry';
import { StateSign } from './states';

type FieldProps = Omit<InputProps, 'field'> & {
  readonly field: { label: Label; required: boolean; help?: Label; unset?: Label };
};

export interface TextInputProps extends FieldProps {
  readonly type?: string;
  readonly multiline?: boolean;
  readonly end?: ReactNode;
  readonly placeholder?: string;
  readonly html?: Readonly<Record<string, unknown>>;
  readonly onPaste?: TextFieldProps['onPaste'];
}

/** Returns what all inputs in a TextField have: label, asterisk, help or error. */
export const useFieldProps = (props: FieldProps) => {
  const { field, name, onBlur, error, disabled, autoFocus, inputRef } = props;
  const text = useText();
  return {
    ...{ name, onBlur, disabled, autoFocus, inputRef },
    label: text(field.label),
    error: error !== undefined,
    helperText: error ?? (field.help && text(field.help)),
    required: field.required,
    margin: 'none',
  } as const;
};

/** Base of all text inputs. An empty text is null. */
export const TextInput = (props: TextInputProps) => {
  const { field, value, onChange, type, multiline, end, placeholder, html, onPaste } = props;
  const text = useText();
  return (
    <TextField
      {...useFieldProps(props)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onPaste={onPaste}
      type={type}
      multiline={multiline}
      minRows={multiline ? 3 : undefined}
      maxRows={multiline ? 12 : undefined}
      placeholder={field.unset ? text(field.unset) : placeholder}
      slotProps={{
        inputLabel: { shrink: field.unset ? true : undefined },
        input: { endAdornment: end },
        htmlInput: { autoComplete: 'off', ...html },
      }}
    />
  );
};

interface Props extends TextInputProps {
  readonly write: (value: unknown) => string;
  readonly parse: (text: string) => unknown;
}

/** Text input with a parsed value. The text stays as typed, even if the value would be formatted differently. */
export const ParsedInput = ({ write, parse, value, onChange, ...props }: Props) => {
  const [input, setInput] = useState(() => (isBlank(value) ? '' : write(value)));
  const type = (entered: unknown) => {
    const text = typeof entered === 'string' ? entered : '';
    setInput(text);
    onChange(text.trim() === '' ? null : parse(text));
  };
  return <TextInput {...props} value={input} onChange={type} />;
};

/** Unit after an input; nothing without a unit. */
export const Unit = ({ unit }: { unit?: UnitLabel }) => {
  const locale = useReaderLocale();
  return unit ? <InputAdornment position="end">{unitText(unit, locale)}</InputAdornment> : null;
};

interface NumberInputProps extends TextInputProps {
  readonly unit?: UnitLabel;
  /** Keyboard of a touch screen. */
  readonly keys?: 'decimal' | 'numeric';
}

export const NumberInput = ({ unit, keys = 'decimal', ...props }: NumberInputProps) => (
  <TextInput {...props} end={<Unit unit={unit} />} html={{ inputMode: keys }} />
);

/** Check mark of an option. It is decorative: the option itself has the state for screen readers. */
export const CheckboxInput = ({ on }: { on: boolean }) => {
  const Icon = on ? TickedIcon : UntickedIcon;
  return <Icon fontSize="small" color={on ? 'primary' : 'action'} sx={{ m: 0.5, mr: 1 }} />;
};

/** Menu items have string values; the value may be a number or a boolean. */
const keyOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Select with few options. A value that is no longer offered is kept until another is chosen. */
export const SelectInput = (props: FieldProps & { readonly options: readonly Option[] }) => {
  const { field, value, options, onChange } = props;
  const text = useText();
  const hasOption = options.some((option) => keyOf(option.value) === keyOf(value));
  const pick = (key: string) =>
    onChange(options.find((option) => keyOf(option.value) === key)?.value ?? null);
  return (
    <TextField
      {...useFieldProps(props)}
      select
      value={keyOf(value)}
      onChange={(event) => pick(event.target.value)}
      slotProps={{
        select: { displayEmpty: field.unset !== undefined },
        inputLabel: { shrink: field.unset ? true : undefined },
      }}
    >
      {!field.required && (
        <MenuItem value="">
          <Muted>{text(field.unset ?? ['None', '无'])}</Muted>
        </MenuItem>
      )}
      {!hasOption && keyOf(value) !== '' && (
        <MenuItem value={keyOf(value)} disabled>
          {keyOf(value)}
        </MenuItem>
      )}
      {options.map((option) => (
        <MenuItem key={keyOf(option.value)} value={keyOf(option.value)}>
          <OptionLabel {...option} />
        </MenuItem>
      ))}
    </TextField>
  );
};

export interface Option {
  readonly value: string | number | boolean;
  readonly label: string;
  readonly look?: Look | undefined;
}

const Muted = styled('span')(({ theme }) => ({ color: theme.palette.text.disabled }));

const Line = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

export const OptionLabel = ({ label, look }: Pick<Option, 'label' | 'look'>) => (
  <Line>
    {look && <StateSign {...look} coloured={look.form !== 'plain'} />}
    {label}
  </Line>
);
