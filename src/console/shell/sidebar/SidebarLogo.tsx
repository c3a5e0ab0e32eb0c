import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { BrandMark, FRAME } from '../../theme';
import { OrgLogo } from '../OrgLogo';
import { useSystemTitle } from '../useSystemTitle';

/** The organisation's sign and the name of the console, or the sign alone; the way home. */
export const SidebarLogo = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const title = useSystemTitle();
  return (
    <Box
      component={Link}
      to="/"
      aria-label={`${title}: ${translate('shell.toHome')}`}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        justifyContent: wide ? 'flex-start' : 'center',
        gap: 1.25,
        height: FRAME.topBar,
        px: wide ? 2 : 0,
        color: 'text.primary',
        textDecoration: 'none',
        '&:focus-visible': { outlineOffset: -3 },
      }}
    >
      <OrgLogo size={32} fallback={<BrandMark size={32} />} />
      {wide && (
        <Typography component="span" noWrap sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
      )}
    </Box>
  );
};
