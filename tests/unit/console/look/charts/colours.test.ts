import { createTheme } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { placeColour, seriesColor } from '../../../../../src/console/look/charts/Chart';
import { consoleTheme } from '../../../../../src/console/look/theme';

/** Lightness of a colour, CIE L*. */
const lightness = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 116 * Math.cbrt(luminance) - 16;
};

describe.each(['light', 'dark'] as const)('series of a %s chart', (mode) => {
  const theme = createTheme(consoleTheme(mode));

  it('differ in print, most of all the first two', () => {
    const [first, second] = [0, 1].map((place) => lightness(placeColour({ mode }, place)));
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeGreaterThanOrEqual(15);
  });

  it('have the colour of their position, and failures the colour of their tone', () => {
    expect(seriesColor(theme, { tone: 'success' }, 1)).toBe(placeColour({ mode }, 1));
    expect(seriesColor(theme, {}, 5)).toBe(placeColour({ mode }, 0));
    expect(seriesColor(theme, { tone: 'error' }, 1)).toBe(theme.palette.error.mark);
    expect(seriesColor(theme, { tone: 'warning' }, 0)).toBe(theme.palette.warning.mark);
  });
});
