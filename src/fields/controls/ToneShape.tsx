import { styled } from '@mui/material/styles';
import type { Tone } from '../../domain/choices';

const shapes: { readonly [T in Tone]: string } = {
  default: 'M5 1.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 1 0 0-6.8Z',
  info: 'M1.5 1.5h7v7h-7Z',
  success: 'M1.2 5.4 4 8.1 8.8 2.3',
  warning: 'M5 1 9.4 8.8H.6Z',
  error: 'M5 .4 9.6 5 5 9.6.4 5Z',
};

const filled: ReadonlySet<Tone> = new Set<Tone>(['info', 'warning', 'error']);

const Sign = styled('svg', { shouldForwardProp: (name) => name !== 'ink' })<{ ink?: Tone }>(
  ({ theme: { palette }, ink }) => ({
    flex: 'none',
    color: ink && (ink === 'default' ? palette.text.secondary : palette[ink].main),
  }),
);

interface Props {
  readonly tone: Tone;
  /** In its tone's colour; otherwise in the colour of the text around. */
  readonly coloured?: boolean;
}

/** The sign of a tone for those who do not see its colour: ring, square, tick, triangle, diamond. */
export const ToneShape = ({ tone, coloured = false }: Props) => (
  <Sign
    width="10"
    height="10"
    viewBox="0 0 10 10"
    aria-hidden="true"
    ink={coloured ? tone : undefined}
  >
    <path
      d={shapes[tone]}
      fill={filled.has(tone) ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={tone === 'success' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Sign>
);
