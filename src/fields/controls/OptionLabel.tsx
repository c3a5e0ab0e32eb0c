import { styled } from '@mui/material/styles';
import type { Tone } from '../../domain/choices';
import { ToneShape } from './ToneShape';

/** One thing that can be chosen. */
export interface Option {
  readonly value: string | number | boolean;
  readonly label: string;
  readonly tone?: Tone;
}

const Line = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

/** A choice in words, with the sign of its tone. */
export const OptionLabel = ({ label, tone }: Pick<Option, 'label' | 'tone'>) => (
  <Line>
    {tone && <ToneShape tone={tone} coloured />}
    {label}
  </Line>
);
