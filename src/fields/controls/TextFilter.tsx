import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FilterProps } from '../FieldView';
import { FilterBox } from './FilterBox';

/** ms without a key before a text counts as typed. */
const PAUSE = 400;

/** Narrows a list by part of a text; applies when typing pauses, at once on Enter. */
export const TextFilter = ({ field, name, filters, onChange }: FilterProps) => {
  const applied = String(filters[name] ?? '');
  const [typed, setTyped] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What the list is narrowed by can change without this input: reset, a link, another tab's menu.
  useEffect(() => setTyped(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== applied) onChange({ [name]: text.trim() || undefined });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), PAUSE);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(typed);
  };
  const clear = () => {
    setTyped('');
    apply('');
  };
  return (
    <FilterBox
      label={field.label}
      name={name}
      value={typed}
      onType={type}
      onKeyDown={onKeyDown}
      onClear={typed === '' ? undefined : clear}
    />
  );
};
