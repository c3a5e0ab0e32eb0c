import { InputAdornment } from '@mui/material';

/** The unit behind an input; nothing for a number without one. */
export const Unit = ({ unit }: { unit?: string }) =>
  unit ? <InputAdornment position="end">{unit}</InputAdornment> : null;
