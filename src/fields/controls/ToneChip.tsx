import { styled } from '@mui/material/styles';
import type { Tone } from '../../domain/choices';
import { ToneShape } from './ToneShape';

const Chip = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: Tone }>(
  ({ theme: { palette }, tone }) => {
    const color = tone === 'default' ? palette.text.secondary : palette[tone].main;
    return {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      maxWidth: '100%',
      height: 22,
      padding: '0 9px 0 7px',
      borderRadius: 6,
      fontSize: '0.75rem',
      fontWeight: 500,
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
      color,
      // On a tinted row a ground that lets the tint through would take contrast from the words.
      backgroundColor: `color-mix(in srgb, ${color} 11%, ${palette.background.paper})`,
    };
  },
);

const Words = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', lineHeight: 1.5 });

/** A state in words, with a shape and a colour that mean the same: colour is never the only sign. */
export const ToneChip = ({ tone = 'default', label }: { tone?: Tone; label: string }) => (
  <Chip tone={tone}>
    <ToneShape tone={tone} />
    <Words>{label}</Words>
  </Chip>
);
