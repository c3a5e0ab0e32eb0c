import type { AnyEntity, AnyField } from '../../../src/config';
import { asked, filled } from './samples';

const inputTraits = ([, field]: [string, AnyField]): string[] => [
  `input: ${field.kind}`,
  ...(field.when ? ['input that depends on another'] : []),
  ...(field.fixed ? ['input that is set once'] : []),
  ...(field.inline ? ['cell that is edited'] : []),
];

/** What tells the screens of one entity from those of another, as far as a walk does something with it. */
const traitsOf = (entity: AnyEntity): string[] => [
  ...entity.verbs.map((verb) => `verb: ${verb}`),
  ...asked(entity, 'create').flatMap(inputTraits),
  ...filled(entity).map(([, { kind }]) => `filled: ${kind}`),
  ...entity.related.map(({ one, through }) =>
    one ? 'related: one' : through ? 'related: through another' : 'related: many',
  ),
  ...(entity.derived ? ['derived'] : []),
  ...(entity.tree ? ['tree'] : []),
  ...(entity.poll === undefined ? [] : ['work that is watched']),
  ...(entity.live ? ['live'] : []),
  ...(entity.record ? ['record'] : []),
  ...(entity.check ? ['rule over several inputs'] : []),
  ...(entity.sort ? [] : ['order of the server']),
];

/** The fewest entities, or nearly, that have between them every trait that any has. */
export const shapesOf = (entities: readonly AnyEntity[]): readonly AnyEntity[] => {
  const left = new Set(entities.flatMap(traitsOf));
  const gain = (entity: AnyEntity) => new Set(traitsOf(entity).filter((trait) => left.has(trait)));
  const chosen: AnyEntity[] = [];
  while (left.size > 0) {
    const [best] = [...entities].sort((a, b) => gain(b).size - gain(a).size);
    if (!best) break;
    for (const trait of traitsOf(best)) left.delete(trait);
    chosen.push(best);
  }
  return chosen;
};
