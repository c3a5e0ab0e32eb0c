import { createTheme } from '@mui/material/styles';
import { describe, expect, it } from 'vitest';
import { contrast, type Mode, PRIMARY, readableOn } from '../../../../src/console/look/palette';
import { breakpointsOf, consoleTheme, modeOf } from '../../../../src/console/look/theme';
import { mapColours } from '../../../../src/console/maps/look';

const AA = 4.5;
/** Minimum contrast of signs and outlines, WCAG AA. */
const GRAPHICS = 3;
const modes: Mode[] = ['light', 'dark'];
const tones = ['success', 'warning', 'error', 'info', 'minor', 'notice'] as const;
const named = ['primary', ...tones] as const;

/** Colours that an operator may choose. */
const colours = [
  PRIMARY,
  '#409eff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959cd',
  '#f5222d',
];

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#1890ff', '#ffffff', 3.23],
  ])('%s on %s is %d', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });
});

describe('readableOn', () => {
  it('leaves a colour that is readable as it is', () => {
    expect(readableOn('#0a66c2', '#ffffff')).toBe('#0a66c2');
  });

  it.each(['#ffffff', '#808080', '#000000'])('finds a readable colour on %s', (ground) => {
    for (const colour of colours) {
      expect(contrast(readableOn(colour, ground), ground)).toBeGreaterThanOrEqual(AA);
    }
  });
});

describe.each(modes)('the %s palette', (mode) => {
  const { palette } = createTheme(consoleTheme(mode));

  const { chrome, raised, edge, background } = palette;
  const grounds = [chrome, raised, background.default, background.paper];

  it('has readable text on every background', () => {
    for (const ground of grounds) {
      expect(contrast(palette.text.primary, ground)).toBeGreaterThanOrEqual(7);
      expect(contrast(palette.text.secondary, ground)).toBeGreaterThanOrEqual(AA);
      expect(contrast(palette.text.disabled, ground)).toBeGreaterThanOrEqual(AA);
    }
  });

  it('has visible controls, states and locks', () => {
    expect(contrast(edge, background.paper)).toBeGreaterThanOrEqual(GRAPHICS);
    for (const ground of grounds) {
      for (const tone of tones) {
        expect(contrast(palette[tone].mark ?? '', ground)).toBeGreaterThanOrEqual(GRAPHICS);
      }
      for (const colour of Object.values(palette.locks)) {
        expect(contrast(colour, ground)).toBeGreaterThanOrEqual(GRAPHICS);
      }
    }
  });

  it('has one tone for icons and quiet text', () => {
    expect(palette.action.active).toBe(palette.text.secondary);
  });

  it('has filled chips with readable text', () => {
    const { mark = '' } = palette.error;
    // Black text has an opacity, which costs less than the difference of this limit.
    const text = palette.getContrastText(mark) === '#fff' ? '#ffffff' : '#212121';
    expect(contrast(text, mark)).toBeGreaterThanOrEqual(AA);
  });

  it('gives locks one colour in lists and on maps', () => {
    expect(mapColours(mode).states).toEqual(palette.locks);
  });

  it.each(named)('has a readable %s: as text, under text, and as a quiet background', (name) => {
    const tone = palette[name];
    for (const ground of grounds) {
      expect(contrast(tone.main, ground)).toBeGreaterThanOrEqual(AA);
    }
    expect(contrast(tone.contrastText, tone.main)).toBeGreaterThanOrEqual(AA);
    expect(contrast(palette.text.primary, tone.light)).toBeGreaterThanOrEqual(AA);
    expect(contrast(tone.dark, tone.light)).toBeGreaterThanOrEqual(AA);
  });

  it.each(colours)('stays readable with the accent %s', (primary) => {
    const { primary: tone, background } = createTheme(consoleTheme(mode, primary)).palette;
    expect(contrast(tone.main, background.paper)).toBeGreaterThanOrEqual(AA);
    expect(contrast(tone.contrastText, tone.main)).toBeGreaterThanOrEqual(AA);
    expect(contrast(tone.dark, tone.light)).toBeGreaterThanOrEqual(AA);
  });
});

it.each([
  ['auto', 390, true],
  ['auto', 991, true],
  ['auto', 992, false],
  ['mobile', 390, true],
  ['mobile', 3840, true],
  ['desktop', 390, false],
  ['desktop', 1440, false],
] as const)('%s at %d px is a phone layout: %s', (mode, width, isPhone) => {
  expect(width < (breakpointsOf(mode).sm ?? 0)).toBe(isPhone);
});

it('widens its breakpoints step by step in every mode', () => {
  for (const mode of ['auto', 'mobile', 'desktop'] as const) {
    const { xs = 0, sm = 0, md = 0, lg = 0, xl = 0 } = breakpointsOf(mode);
    expect([xs, sm, md, lg, xl]).toEqual([xs, sm, md, lg, xl].sort((a, b) => a - b));
  }
});

it('shows no skeleton for an answer within 150 ms', () => {
  const { components } = consoleTheme('light');
  expect(components?.MuiSkeleton?.styleOverrides?.root).toMatchObject({
    animation: expect.stringMatching(/^skeleton-appear 1ms 150ms backwards/),
  });
});

it.each([
  ['dark', true, true, 'light'],
  ['dark', false, true, 'light'],
  [undefined, true, true, 'light'],
  ['dark', false, false, 'dark'],
  ['light', true, false, 'light'],
  [undefined, true, false, 'dark'],
  [undefined, false, false, 'light'],
])(
  'chooses for preference %j, dark system %j, printing %j: %s',
  (preference, dark, printing, mode) => {
    expect(modeOf(preference, dark, printing)).toBe(mode);
  },
);
