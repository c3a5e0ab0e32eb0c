import { FormControlLabel, FormHelperText, Stack, Switch } from '@mui/material';
import { SelectFilter } from '../views/filters';
import { SelectInput } from '../views/inputs';
import { useText } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';
import { ToneChip } from '../views/states';

const YES = ['Yes', '是'] as const;
const NO = ['No', '否'] as const;

const Cell = ({ value }: CellProps<'boolean'>) => {
  const text = useText();
  return value ? (
    <ToneChip tone="success" label={text(YES)} />
  ) : (
    <ToneChip sign="none" label={text(NO)} />
  );
};

const useOptions = () => {
  const text = useText();
  return [
    { value: true, label: text(YES) },
    { value: false, label: text(NO) },
  ];
};

const Input = (props: InputProps<'boolean'>) => {
  const options = useOptions();
  return props.field.unset ? (
    <SelectInput {...props} options={options} />
  ) : (
    <SwitchInput {...props} />
  );
};

const SwitchInput = (props: InputProps<'boolean'>) => {
  const { field, name, value, onChange, onBlur, error, disabled, inputRef } = props;
  const text = useText();
  const helper = error ?? (field.help && text(field.help));
  return (
    <Stack>
      <FormControlLabel
        label={text(field.label)}
        disabled={disabled}
        control={
          <Switch
            name={name}
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            onBlur={onBlur}
            slotProps={{ input: { ref: inputRef } }}
          />
        }
      />
      {helper && <FormHelperText error={error !== undefined}>{helper}</FormHelperText>}
    </Stack>
  );
};

const Filter = (props: FilterProps<'boolean'>) => {
  return <SelectFilter {...props} options={useOptions()} />;
};

export const view: FieldView<'boolean'> = { graphical: true, Cell, Input, Filter };
