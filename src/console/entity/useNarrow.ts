import { type Theme, useMediaQuery } from '@mui/material';

/** Whether the console is on a phone or in a narrow window; the theme's `sm` is where that ends. */
export const useNarrow = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
