import type { AnyEntity } from '../../../config';
import { partitionColumn } from './scopeColumn';
import { storedFields } from './storedFields';

/**
 * Columns of few different values that records are filtered or counted by. Each leads an index of its own: a walk by
 * time reads ten million records to find the twenty of a value that hardly any of them has.
 */
export const choiceColumns = (entity: AnyEntity): string[] => {
  if (partitionColumn(entity) === undefined) return [];
  const asked = new Set<string>([...entity.filter, ...entity.counts].map(String));
  return storedFields(entity)
    .filter(
      ([name, { kind, indexed }]) =>
        asked.has(name) && !indexed && (kind === 'choice' || kind === 'boolean'),
    )
    .map(([name]) => name);
};
