import { Checkbox, MenuItem, TextField } from '@mui/material';
import type { FilterProps } from '../FieldView';
import { type Option, OptionLabel } from './OptionLabel';
import { useText } from './useText';

interface Props extends Omit<FilterProps, 'field'> {
  readonly field: Pick<FilterProps['field'], 'label'>;
  readonly options: readonly Option[];
}

/** The values a filter holds: one, several or none, as links and stores write them. */
export const valuesOf = (filter: unknown): readonly unknown[] =>
  filter === undefined || filter === null || filter === ''
    ? []
    : Array.isArray(filter)
      ? filter
      : [filter];

const summary = (labels: readonly string[]) =>
  labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : (labels[0] ?? '');

/** Narrows a list to some of a few values. */
export const PickFilter = ({ field, name, filters, onChange, options }: Props) => {
  const text = useText();
  const chosen = valuesOf(filters[name]).map(String);
  const labelOf = (key: string) =>
    options.find((option) => String(option.value) === key)?.label ?? key;
  const pick = (keys: readonly string[]) => {
    const values = options
      .filter((option) => keys.includes(String(option.value)))
      .map((option) => option.value);
    onChange({ [name]: values.length > 0 ? values : undefined });
  };
  return (
    <TextField
      select
      label={text(field.label)}
      value={chosen}
      onChange={(event) => pick(event.target.value as unknown as string[])}
      size="small"
      margin="none"
      fullWidth
      slotProps={{
        select: {
          multiple: true,
          renderValue: (keys) => summary((keys as string[]).map(labelOf)),
          SelectDisplayProps: { 'data-filter': name } as Record<string, string>,
        },
      }}
    >
      {options.map(({ value, label, tone }) => (
        <MenuItem key={String(value)} value={String(value)} dense sx={{ pl: 1 }}>
          <Checkbox
            size="small"
            checked={chosen.includes(String(value))}
            tabIndex={-1}
            sx={{ p: 0.5, mr: 0.5 }}
          />
          <OptionLabel label={label} tone={tone} />
        </MenuItem>
      ))}
    </TextField>
  );
};
