import { Box, InputAdornment, Slider, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { positionOf, RADIUS_STEP, radiusAt } from './radiusScale';

interface Props {
  /** Metres. */
  readonly radius: number;
  readonly onChange: (radius: number) => void;
}

/** A circle's radius by a slider, whose steps grow with the radius, or typed. */
export const RadiusRow = ({ radius, onChange }: Props) => {
  const translate = useTranslate();
  const label = translate('picker.radius');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
      <Slider
        size="small"
        aria-label={label}
        value={positionOf(radius)}
        min={0}
        max={1}
        step={RADIUS_STEP}
        getAriaValueText={() => `${radius} m`}
        onChange={(_, position) => onChange(radiusAt(position as number))}
        sx={{ ml: 1 }}
      />
      <TextField
        label={label}
        value={radius}
        onChange={({ target }) => {
          const metres = Number(target.value);
          if (metres > 0) onChange(metres);
        }}
        fullWidth={false}
        margin="none"
        sx={{ width: 150, flex: 'none' }}
        slotProps={{
          input: { endAdornment: <InputAdornment position="end">m</InputAdornment> },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        }}
      />
    </Box>
  );
};
