import { FormControlLabel, FormHelperText, Stack, Switch } from '@mui/material';
import { isBlank } from '../../config';
import { Nothing, ToneChip } from '../cells';
import { PickFilter } from '../filters';
import { useText } from '../reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views';

const YES = ['Yes', '是'] as const;
const NO = ['No', '否'] as const;

const Cell = ({ value }: CellProps<'boolean'>) => {
  const text = useText();
  if (isBlank(value)) return <Nothing />;
  return <ToneChip tone={value ? 'success' : 'default'} label={text(value ? YES : NO)} />;
};

const Input = (props: InputProps<'boolean'>) => {
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
  const text = useText();
  const options = [
    { value: true, label: text(YES) },
    { value: false, label: text(NO) },
  ];
  return <PickFilter {...props} options={options} />;
};

export const view: FieldView<'boolean'> = { sign: true, Cell, Input, Filter };
