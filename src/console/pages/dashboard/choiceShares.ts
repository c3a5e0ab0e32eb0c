import { type ChoiceTable, choiceLabel, type Tone } from '../../../domain/choices';
import type { Label } from '../../../domain/label';
import type { CountedGroup } from '../../data';

export interface ChoiceShare {
  readonly value: string | number;
  readonly label: Label;
  readonly count: number;
  readonly tone: Tone;
}

/** What was counted by a choice, in the order of its table; a value that is no choice has no name and is left out. */
export const choiceShares = (
  table: ChoiceTable,
  groups: readonly CountedGroup[],
): ChoiceShare[] => {
  const tones: Readonly<Record<string, Tone | undefined>> = table.tones;
  return table.flatMap(([value]) => {
    const label = choiceLabel(table, value);
    const count = groups.find((group) => group.value === value)?.count ?? 0;
    return label ? [{ value, label, count, tone: tones[String(value)] ?? 'default' }] : [];
  });
};
