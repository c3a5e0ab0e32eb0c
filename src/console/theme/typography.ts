import type { ThemeOptions } from '@mui/material/styles';

/** What every system brings, Chinese included: nothing is fetched. */
const fontFamily = [
  '-apple-system',
  'BlinkMacSystemFont',
  '"Segoe UI"',
  'Roboto',
  '"Helvetica Neue"',
  'Arial',
  '"PingFang SC"',
  '"Hiragino Sans GB"',
  '"Microsoft YaHei"',
  '"Noto Sans CJK SC"',
  '"Noto Sans SC"',
  'sans-serif',
].join(',');

/** One scale: 12 for what is beside, 14 for what is read, 16 to 28 for what leads. */
export const typography: ThemeOptions['typography'] = {
  fontFamily,
  fontSize: 14,
  htmlFontSize: 16,
  h1: { fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.25, letterSpacing: '-0.01em' },
  h2: { fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.01em' },
  h3: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.35 },
  h4: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
  h5: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.45 },
  h6: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.45 },
  subtitle1: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.5 },
  subtitle2: { fontSize: '0.8125rem', fontWeight: 600, lineHeight: 1.5 },
  body1: { fontSize: '0.875rem', lineHeight: 1.55 },
  body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
  caption: { fontSize: '0.75rem', lineHeight: 1.45 },
  overline: { fontSize: '0.6875rem', fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.6 },
  button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none', lineHeight: 1.5 },
};
