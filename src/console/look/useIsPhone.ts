import { type Theme, useMediaQuery } from '@mui/material';

/** True below 992 px, where the sidebar is a drawer. */
export const useIsPhone = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
