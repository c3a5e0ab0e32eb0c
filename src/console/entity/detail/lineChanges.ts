import type { AnyEntity, Row } from '../../../config';
import { type Label, type Locale, textOf } from '../../../domain/label';
import { fieldText } from '../../../fields';
import { lineInputs, linesIn } from '../../../fields/lines';
import { equalValues } from '../form/values';

const valueText = (part: AnyEntity, name: string, line: Row, locale: Locale): string =>
  fieldText(part.fields[name], name, line, locale) || '—';

/** Values of a line in one text. */
const lineText = (part: AnyEntity, line: Row, locale: Locale): string =>
  lineInputs(part)
    .flatMap(([name, field]) => fieldText(field, name, line, locale) || [])
    .join(' · ');

/**
 * Describes the lines that a logged change added, changed and removed, one text each. The log has the ids alone of lines
 * that it left alone.
 * @param before undefined for a new record
 */
export const lineChanges = (
  part: AnyEntity,
  { before, value }: { readonly before?: unknown; readonly value: unknown },
  locale: Locale,
): string[] => {
  const earlier = linesIn(before);
  const lines = linesIn(value);
  const titled = (index: number, [en, zh]: Label, text: string) =>
    textOf([`Line ${index + 1} ${en}: ${text}`, `第 ${index + 1} 行${zh}：${text}`], locale);
  const changes = lines.flatMap((line, i) => {
    const was = earlier.find(({ id }) => id !== undefined && id === line.id);
    if (!was) return [titled(i, ['added', '新增'], lineText(part, line, locale))];
    const changes = lineInputs(part)
      .filter(([name]) => name in line && !equalValues(line[name], was[name]))
      .map(
        ([name, { label }]) =>
          `${textOf(label, locale)} ${valueText(part, name, was, locale)} → ${valueText(part, name, line, locale)}`,
      );
    return changes.length > 0 ? [titled(i, ['changed', '修改'], changes.join(', '))] : [];
  });
  const removed = earlier.flatMap((line, i) =>
    lines.some(({ id }) => id === line.id)
      ? []
      : [titled(i, ['removed', '删除'], lineText(part, line, locale))],
  );
  return [...changes, ...removed];
};
