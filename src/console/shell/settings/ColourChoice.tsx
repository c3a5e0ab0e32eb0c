import CheckIcon from '@mui/icons-material/Check';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { readableOn } from '../../theme';
import { PRESETS } from './settings';
import { swatchLook } from './swatchLook';
import { useLook } from './useLook';
import { useSetting } from './useSetting';

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The theme colour: one of those offered, or any. Text and buttons take a shade of it that can be read. */
export const ColourChoice = () => {
  const translate = useTranslate();
  const { primary } = useLook();
  const [, setPrimary] = useSetting('primary');
  const id = useId();
  const isOwn = !PRESETS.some((colour) => isSame(colour, primary));
  return (
    <Box>
      <Typography id={id} component="p" variant="subtitle2" sx={{ mb: 1 }}>
        {translate('settings.primary')}
      </Typography>
      <Box
        role="radiogroup"
        aria-labelledby={id}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
      >
        {PRESETS.map((colour) => (
          <Box component="label" key={colour} sx={swatchLook(colour)}>
            <input
              type="radio"
              name={id}
              aria-label={translate(`settings.colours.${colour}`)}
              title={translate(`settings.colours.${colour}`)}
              checked={isSame(colour, primary)}
              onChange={() => setPrimary(colour)}
            />
            {isSame(colour, primary) && <CheckIcon sx={{ color: readableOn('#ffffff', colour) }} />}
          </Box>
        ))}
      </Box>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mt: 1.5 }}
      >
        <Typography component="span" variant="body1">
          {translate('settings.ownColour')}
        </Typography>
        <Box component="span" sx={swatchLook(isOwn ? primary : 'transparent')}>
          <input
            type="color"
            value={primary.toLowerCase()}
            onChange={(event) => setPrimary(event.target.value)}
          />
          {isOwn && <CheckIcon sx={{ color: readableOn('#ffffff', primary) }} />}
        </Box>
      </Box>
    </Box>
  );
};
