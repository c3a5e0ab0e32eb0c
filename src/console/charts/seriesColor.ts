import type { Theme } from '@mui/material';
import type { Tone } from '../../domain/choices';

/** The colour of a tone, as marks and bars have it. */
export const seriesColor = ({ palette }: Theme, tone: Tone): string =>
  tone === 'default' ? palette.text.secondary : palette[tone].main;
