import { useRef } from 'react';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { RefBox } from '../ref/RefBox';
import { useFound } from '../ref/useFound';
import { useTitles } from '../ref/useTitles';
import { usePasted } from './usePasted';

const NONE: readonly number[] = [];

/** Chooses records by search, or by pasting their titles as a list. */
export const RefsInput = ({ field, name, value, onChange, error, ...rest }: InputProps<'refs'>) => {
  const text = useText();
  const ids = Array.isArray(value) ? (value as readonly number[]) : NONE;
  // Titles are looked up meanwhile: what was chosen in that time must not be lost.
  const latest = useRef(ids);
  latest.current = ids;
  const choose = (chosen: readonly number[]) => onChange(chosen.length > 0 ? chosen : null);
  const { found, ...search } = useFound(field);
  const { onPaste, searching, unknown } = usePasted(field.of, (more) =>
    choose([...new Set([...latest.current, ...more])]),
  );
  const titles = useTitles(field.of, ids);
  const { max } = field;
  const count = `${ids.length}${max === undefined ? '' : ` / ${max}`}`;
  const hints = [
    searching && text(['Looking up what was pasted…', '正在查找粘贴的内容…']),
    unknown.length > 0 &&
      text([`Not found: ${unknown.join(', ')}`, `未找到：${unknown.join('、')}`]),
    field.help && text(field.help),
    text([
      `${count} chosen. A list can be pasted, separated by commas or lines.`,
      `已选 ${count}，可粘贴以逗号或换行分隔的列表。`,
    ]),
  ];
  return (
    <RefBox
      {...rest}
      {...search}
      name={name}
      label={text(field.label)}
      help={hints.filter(Boolean).join(' ')}
      required={field.required}
      error={error}
      multiple
      all
      chosen={ids.map((id, i) => ({ id, title: titles[i] ?? String(id) }))}
      onChoose={choose}
      onPaste={onPaste}
      found={{ ...found, searching: found.searching || searching }}
    />
  );
};
