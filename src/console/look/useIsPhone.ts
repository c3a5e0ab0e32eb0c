import { type Theme, useMediaQuery } from '@mui/material';

/** Under 992 px the sidebar is a drawer. Specification section 9. */
export const useIsPhone = (): boolean =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
