import type { AnyEntity, AnyField } from '../../../src/config';
import { filled, formFields } from '../../api/walk/samples';

const inputTraits = ([, field]: [string, AnyField]): string[] => [
  `input: ${field.kind}`,
  ...(field.when ? ['input that depends on another'] : []),
  ...(field.fixed ? ['input that is set once'] : []),
  ...(field.inline ? ['cell that is edited'] : []),
];

/** Traits of an entity's form that make a difference to a walk. */
const formTraitsOf = (entity: AnyEntity): string[] =>
  entity.verbs.includes('add')
    ? [
        ...formFields(entity, 'create').flatMap(inputTraits),
        ...filled(entity).map(([, { kind }]) => `filled: ${kind}`),
        ...(entity.check ? ['rule over several inputs'] : []),
      ]
    : [];

/** Traits of its list, its details and its operations. */
const listTraitsOf = (entity: AnyEntity): string[] => [
  ...entity.verbs.map((verb) => `verb: ${verb}`),
  ...entity.related.map(({ single, through }) =>
    single ? 'related: one' : through ? 'related: through another' : 'related: many',
  ),
  ...(entity.derived ? ['derived'] : []),
  ...(entity.tree ? ['tree'] : []),
  ...(entity.poll === undefined ? [] : ['work that is watched']),
  ...(entity.live ? ['live'] : []),
  ...(entity.record ? ['record'] : []),
  ...(entity.sort ? [] : ['order of the server']),
];

const traitsOf = (entity: AnyEntity) => [...formTraitsOf(entity), ...listTraitsOf(entity)];

export interface Shape {
  readonly entity: AnyEntity;
  /** True if only its form differs from the entities before. */
  readonly onlyForm: boolean;
}

/** Chooses nearly the fewest entities that have every trait among them. */
export const shapesOf = (entities: readonly AnyEntity[]): readonly Shape[] => {
  const left = new Set(entities.flatMap(traitsOf));
  const gain = (entity: AnyEntity) => new Set(traitsOf(entity).filter((trait) => left.has(trait)));
  const chosen: Shape[] = [];
  while (left.size > 0) {
    const [best] = [...entities].sort((a, b) => gain(b).size - gain(a).size);
    if (!best) break;
    const onlyForm = !listTraitsOf(best).some((trait) => left.has(trait));
    for (const trait of traitsOf(best)) left.delete(trait);
    chosen.push({ entity: best, onlyForm });
  }
  return chosen;
};
