import { Button, Stack } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Label } from '../../config';
import { TextBox, type TextBoxProps } from './TextBox';
import { useText } from './useText';

interface Props {
  readonly from: unknown;
  readonly to: unknown;
  readonly labels: readonly [Label, Label];
  /** What both inputs have in common. */
  readonly input: Pick<TextBoxProps, 'type' | 'shrink' | 'html' | 'end' | 'autoFocus'>;
  readonly onApply: (from: unknown, to: unknown) => void;
  /** Above the inputs. */
  readonly children?: ReactNode;
}

/** From, to, apply: the form of every range filter. */
export const RangeForm = ({ from, to, labels, input, onApply, children }: Props) => {
  const text = useText();
  const [low, setLow] = useState<unknown>(from ?? null);
  const [high, setHigh] = useState<unknown>(to ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(low, high);
  };
  const { autoFocus, ...both } = input;
  const field = (label: Label) => ({ label, required: false });
  return (
    <Stack component="form" spacing={2} onSubmit={submit} noValidate sx={{ width: 280 }}>
      {children}
      <TextBox
        {...both}
        field={field(labels[0])}
        name="from"
        value={low}
        onChange={setLow}
        autoFocus={autoFocus}
      />
      <TextBox {...both} field={field(labels[1])} name="to" value={high} onChange={setHigh} />
      <Button type="submit" variant="contained" disableElevation>
        {text(['Apply', '应用'])}
      </Button>
    </Stack>
  );
};
