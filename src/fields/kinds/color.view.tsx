import { Box, InputAdornment, useTheme } from '@mui/material';
import { TextInput } from '../views/inputs';
import { useText } from '../views/reader';
import type { FieldView, InputProps } from '../views/registry';

const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

const Swatch = ({ color }: { color: string }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-block',
      width: 14,
      height: 14,
      mr: 1,
      borderRadius: 0.5,
      border: 1,
      borderColor: 'divider',
      verticalAlign: '-2px',
      bgcolor: color,
    }}
  />
);

const Input = (props: InputProps<'color'>) => {
  const text = useText();
  const { value, disabled, onChange } = props;
  // Colour of the map if none is chosen.
  const usual = useTheme().palette.primary.main;
  const picker = (
    <InputAdornment position="end">
      <Box
        component="input"
        type="color"
        aria-label={text(['Choose colour', '选择颜色'])}
        value={isColor(value) ? value : usual}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        sx={{ width: 28, height: 24, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return <TextInput {...props} end={picker} placeholder="#1890ff" />;
};

export const view: FieldView<'color'> = {
  Cell: ({ value }) => (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {isColor(value) && <Swatch color={value} />}
      {String(value)}
    </Box>
  ),
  Input,
};
