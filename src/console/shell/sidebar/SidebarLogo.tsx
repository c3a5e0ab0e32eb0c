import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../data';
import { loginMemory } from '../../data/session';
import { BrandMark, FRAME } from '../../theme';
import { useShell } from '../ShellContext';

/** The organisation's sign and the name of the console, or the sign alone; the way home. */
export const SidebarLogo = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const { runtime } = useShell();
  const { logo } = useAccess().oper.orgVO;
  const { hobby, imageServerUrl = runtime.imageServerUrl } = loginMemory();
  const [missing, setMissing] = useState(false);
  const title = hobby?.system_title || runtime.title;
  return (
    <Box
      component={Link}
      to="/"
      aria-label={`${title}: ${translate('shell.toHome')}`}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: wide ? 'flex-start' : 'center',
        gap: 1.25,
        height: FRAME.topBar,
        px: wide ? 2 : 0,
        borderBottom: 1,
        borderColor: 'divider',
        color: 'text.primary',
        textDecoration: 'none',
        '&:focus-visible': { outlineOffset: -3 },
      }}
    >
      {logo && !missing ? (
        <Box
          component="img"
          src={imageServerUrl + logo}
          alt=""
          onError={() => setMissing(true)}
          sx={{ width: 32, height: 32, objectFit: 'contain' }}
        />
      ) : (
        <BrandMark size={32} />
      )}
      {wide && (
        <Typography component="span" noWrap sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
      )}
    </Box>
  );
};
