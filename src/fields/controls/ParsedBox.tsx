import { useState } from 'react';
import { isNothing } from './Nothing';
import { TextBox, type TextBoxProps } from './TextBox';

interface Props extends TextBoxProps {
  readonly write: (value: unknown) => string;
  readonly read: (text: string) => unknown;
}

/** A text that means a value: what was typed stays as it was typed, however the value would be written. */
export const ParsedBox = ({ write, read, value, onChange, ...props }: Props) => {
  const [typed, setTyped] = useState(() => (isNothing(value) ? '' : write(value)));
  const type = (given: unknown) => {
    const text = typeof given === 'string' ? given : '';
    setTyped(text);
    onChange(text.trim() === '' ? null : read(text));
  };
  return <TextBox {...props} value={typed} onChange={type} />;
};
