import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import CloseIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  IconButton,
  InputAdornment,
  MenuItem,
  Popover,
  Stack,
  TextField,
} from '@mui/material';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isBlank, type Label } from '../../config';
import { type UnitLabel, unitText, withUnit } from '../../domain/figures';
import { filledLabel, labelInSentence } from '../../domain/label';
import { exactName, rangeNames } from '../schemas';
import {
  CheckboxInput,
  NumberInput,
  type Option,
  OptionLabel,
  type TextInputProps,
} from './inputs';
import { useReaderLocale, useText } from './reader';
import type { FilterProps } from './registry';

/** Debounce delay of typing, ms. */
const PAUSE = 400;

/**
 * Filter by a part of a text. Applies when typing pauses, or at once on Enter. If a link filters by an exact match, the
 * label says so until the text is edited.
 */
export const TextFilter = ({ field, name, filters, onChange }: FilterProps) => {
  const exact = exactName({ [name]: field }, name);
  const isExact = exact !== name && !isBlank(filters[exact]);
  const applied = String((isExact ? filters[exact] : filters[name]) ?? '');
  const [input, setInput] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(applied);
  useEffect(() => {
    // The filter can change from outside: by a reset, a link, or the menu of another tab. The input's own value comes
    // back later than the keys typed meanwhile, and must not replace them.
    if (applied !== sent.current) setInput(applied);
    sent.current = applied;
  }, [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    const value = text.trim();
    if (value === applied && value === sent.current) return;
    sent.current = value;
    onChange({ [exact]: undefined, [name]: value || undefined });
  };
  const type = (text: string) => {
    setInput(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), PAUSE);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(input);
  };
  const clear = () => {
    setInput('');
    apply('');
  };
  return (
    <FilterBox
      label={
        isExact
          ? filledLabel(['%{field} (exact match)', '%{field}（完全一致）'], { field: field.label })
          : field.label
      }
      name={name}
      value={input}
      onType={type}
      onKeyDown={onKeyDown}
      onClear={input === '' ? undefined : clear}
    />
  );
};

interface Props {
  readonly label: Label;
  readonly name: string;
  readonly value: string;
  /** Undefined if the value is picked, not typed. */
  readonly onType?: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
  readonly onClear?: () => void;
  readonly end?: ReactNode;
  readonly expanded?: boolean;
}

export const clearLabel = (field: Label): Label =>
  filledLabel(['Clear %{field}', '清除%{field}'], { field: labelInSentence(field) });

const FilterBox = (props: Props) => {
  const { label, name, value, onType, onKeyDown, onClick, onClear, end, expanded } = props;
  const text = useText();
  const clear = onClear && (
    <IconButton
      size="small"
      edge="end"
      aria-label={text(clearLabel(label))}
      onClick={(event) => {
        event.stopPropagation();
        onClear();
      }}
      sx={{ p: 0.25 }}
    >
      <CloseIcon sx={{ fontSize: 16 }} />
    </IconButton>
  );
  const opens = onType === undefined;
  return (
    <TextField
      label={text(label)}
      value={value}
      onChange={onType && ((event) => onType(event.target.value))}
      onKeyDown={onKeyDown}
      onClick={onClick}
      margin="none"
      slotProps={{
        input: {
          readOnly: opens,
          endAdornment: (clear || end) && (
            <InputAdornment position="end">{clear ?? end}</InputAdornment>
          ),
        },
        htmlInput: {
          autoComplete: 'off',
          'data-filter': name,
          ...(opens && {
            role: 'combobox',
            'aria-haspopup': 'dialog',
            'aria-expanded': expanded,
            // The text may be truncated.
            title: value,
            style: { cursor: 'pointer' },
          }),
        },
      }}
    />
  );
};

/** Properties of a filter of any field with a label. */
export interface LabelledFilterProps extends Omit<FilterProps, 'field'> {
  readonly field: Pick<FilterProps['field'], 'label'>;
}

interface PickFilterProps extends LabelledFilterProps {
  readonly options: readonly FilterOption[];
}

/** Normalises a filter to a list. Links and stores hold one value, several or none. */
export const filterValues = (filter: unknown): readonly unknown[] =>
  isBlank(filter) ? [] : Array.isArray(filter) ? filter : [filter];

/** Length of the labels that a filter names side by side; at least one is named. */
const MAX_SUMMARY = 16;

const summary = (labels: readonly string[], separator: string) => {
  const first = (count: number) => labels.slice(0, count).join(separator);
  let count = labels.length;
  while (count > 1 && first(count).length > MAX_SUMMARY) count -= 1;
  return count < labels.length ? `${first(count)} +${labels.length - count}` : first(count);
};

/** Option of a filter; `values` are those that it finds, itself included. */
export interface FilterOption extends Option {
  readonly values?: readonly Option['value'][];
}

/** Merges the options with the same label. */
export const mergeOptions = (options: readonly Option[]): FilterOption[] =>
  options
    .filter(({ label }, i) => options.findIndex((other) => other.label === label) === i)
    .map((option) => ({
      ...option,
      values: options.filter(({ label }) => label === option.label).map(({ value }) => value),
    }));

export const SelectFilter = ({ field, name, filters, onChange, options }: PickFilterProps) => {
  const text = useText();
  const valuesOf = ({ value, values = [value] }: FilterOption) => values;
  const filtered = filterValues(filters[name]).map(String);
  const knownOptions = options.filter((option) =>
    valuesOf(option).some((value) => filtered.includes(String(value))),
  );
  const unknown = filtered.filter(
    (key) => !options.some((option) => valuesOf(option).map(String).includes(key)),
  );
  const selected = [...knownOptions.map(({ value }) => String(value)), ...unknown];
  const labelOf = (key: string) =>
    options.find((option) => String(option.value) === key)?.label ?? key;
  const pick = (keys: readonly string[]) => {
    const values = options
      .filter((option) => keys.includes(String(option.value)))
      .flatMap(valuesOf);
    onChange({ [name]: values.length > 0 ? values : undefined });
  };
  return (
    <TextField
      select
      label={text(field.label)}
      value={selected}
      onChange={(event) => pick(event.target.value as unknown as string[])}
      margin="none"
      slotProps={{
        select: {
          multiple: true,
          renderValue: (keys) => summary((keys as string[]).map(labelOf), text([', ', '、'])),
          SelectDisplayProps: { 'data-filter': name } as Record<string, string>,
        },
      }}
    >
      {options.map(({ value, label, look }) => (
        <MenuItem key={String(value)} value={String(value)} dense sx={{ pl: 1 }}>
          <CheckboxInput on={selected.includes(String(value))} />
          <OptionLabel label={label} look={look} />
        </MenuItem>
      ))}
    </TextField>
  );
};

interface NumberRangeFilterProps extends LabelledFilterProps {
  readonly unit?: UnitLabel;
  /** Parses an end of the range; to a number by default. */
  readonly parse?: (input: unknown) => unknown;
}

const numberOf = (input: unknown) => {
  const number = Number(input);
  return input === null || input === '' || !Number.isFinite(number) ? undefined : number;
};

const boundText = (value: unknown) => (value === undefined ? undefined : String(value));

export const NumberRangeFilter = ({
  field,
  name,
  filters,
  onChange,
  unit,
  parse = numberOf,
}: NumberRangeFilterProps) => {
  const { from, to } = rangeNames(name);
  const summary = rangeText(boundText(filters[from]), boundText(filters[to]));
  const locale = useReaderLocale();
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={summary && unit ? withUnit(summary, unitText(unit, locale)) : summary}
      onClear={() => onChange({ [from]: undefined, [to]: undefined })}
    >
      {(close) => (
        <RangeForm
          from={filters[from]}
          to={filters[to]}
          labels={[
            ['From', '不小于'],
            ['Up to', '不大于'],
          ]}
          box={(props) => <NumberInput {...props} unit={unit} autoFocus={props.name === 'from'} />}
          onApply={(low, high) => {
            onChange({ [from]: parse(low), [to]: parse(high) });
            close();
          }}
        />
      )}
    </RangeField>
  );
};

interface RangeFieldProps {
  readonly label: Label;
  readonly name: string;
  /** Description of the selection; '' if nothing is selected. */
  readonly summary: string;
  readonly onClear: () => void;
  /** Content of the popup. @param close closes the popup */
  readonly children: (close: () => void) => ReactNode;
}

/** Filter with several values: shows a summary and opens a popup to change it. */
export const RangeField = ({ label, name, summary, onClear, children }: RangeFieldProps) => {
  const text = useText();
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Box ref={anchor}>
      <FilterBox
        label={label}
        name={name}
        value={summary}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onClear={summary === '' ? undefined : onClear}
        end={<ArrowDropDownIcon sx={{ color: 'action.active', mr: -0.75 }} />}
        expanded={open}
      />
      <Popover
        open={open}
        onClose={close}
        anchorEl={anchor.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': text(label),
            sx: { mt: 0.5, p: 2, maxWidth: 360 },
          },
        }}
      >
        {children(close)}
      </Popover>
    </Box>
  );
};

interface RangeFormProps {
  readonly from: unknown;
  readonly to: unknown;
  readonly labels: readonly [Label, Label];
  /** Renders an input of the range; `from` and `to` are their names. */
  readonly box: (props: Pick<TextInputProps, 'field' | 'name' | 'value' | 'onChange'>) => ReactNode;
  readonly onApply: (from: unknown, to: unknown) => void;
  readonly children?: ReactNode;
}

/** Form of every range filter: from, to, apply. */
export const RangeForm = ({ from, to, labels, box, onApply, children }: RangeFormProps) => {
  const text = useText();
  const [low, setLow] = useState<unknown>(from ?? null);
  const [high, setHigh] = useState<unknown>(to ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An unreadable input shows its own error.
    if (!Number.isNaN(low) && !Number.isNaN(high)) onApply(low, high);
  };
  const field = (label: Label) => ({ label, required: false });
  return (
    <Stack component="form" spacing={2} onSubmit={submit} noValidate sx={{ width: 280 }}>
      {children}
      {box({ field: field(labels[0]), name: 'from', value: low, onChange: setLow })}
      {box({ field: field(labels[1]), name: 'to', value: high, onChange: setHigh })}
      <Button type="submit" variant="contained">
        {text(['Apply', '应用'])}
      </Button>
    </Stack>
  );
};

/** Formats a range: "2 – 5", "≥ 2", "≤ 5", or '' without bounds. */
export const rangeText = (from: string | undefined, to: string | undefined): string => {
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `≥ ${from}`;
  return to === undefined ? '' : `≤ ${to}`;
};
