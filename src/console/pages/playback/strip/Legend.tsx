import { Box, useTheme } from '@mui/material';
import { useTranslate } from 'react-admin';
import { LOCK } from '../../../../domain/lock';
import { useMapColours } from '../../../maps';

export const StripLegend = () => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colours = useMapColours();
  const striped = `repeating-linear-gradient(135deg, ${palette.primary.main} 0 2px, transparent 2px 5px)`;
  const entries = [
    ['pages.map.moving', { height: 10, background: palette.primary.main }],
    ['playback.day.legendCarried', { height: 10, background: striped }],
    ['playback.day.standing', { height: 3, background: palette.text.secondary }],
    ['playback.day.silent', { height: 0, borderTop: `2px dotted ${palette.text.secondary}` }],
    ['dashboard.unsealing', { height: 6, background: colours.states[LOCK.open] }],
  ] as const;
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        gap: 1.5,
        typography: 'caption',
        color: 'text.secondary',
        '& li': { display: 'flex', alignItems: 'center', gap: 0.5 },
      }}
    >
      {entries.map(([name, style]) => (
        <li key={name}>
          <span aria-hidden style={{ width: 16, ...style }} />
          {translate(name)}
        </li>
      ))}
    </Box>
  );
};
