import type { AnyEntity, AnyField, Operation } from '../../../src/config';
import { asked, filled } from './samples';

const offeringTraits = (what: string, offerings: Readonly<Record<string, Operation>>): string[] =>
  Object.values(offerings).flatMap(({ on, args, when, confirm }) => [
    `${what} on ${on}`,
    ...(Object.keys(args).length > 0 ? [`${what} with inputs`] : []),
    ...(when ? [`${what} on a condition`] : []),
    ...(confirm ? [`${what} that asks`] : []),
  ]);

const inputTraits = ([, field]: [string, AnyField]): string[] => [
  `input: ${field.kind}`,
  ...(field.when ? ['input that depends on another'] : []),
  ...(field.fixed ? ['input that is set once'] : []),
  ...(field.inline ? ['cell that is edited'] : []),
];

/** What tells the screens of one entity from those of another. */
const traitsOf = (entity: AnyEntity): string[] => [
  ...entity.verbs.map((verb) => `verb: ${verb}`),
  ...asked(entity, 'create').flatMap(inputTraits),
  ...filled(entity).map(([, { kind }]) => `filled: ${kind}`),
  ...offeringTraits('command', entity.commands as Readonly<Record<string, Operation>>),
  ...offeringTraits('action', entity.actions as Readonly<Record<string, Operation>>),
  ...entity.related.map(({ one, through }) =>
    one ? 'related: one' : through ? 'related: through another' : 'related: many',
  ),
  `scope: ${/^(org_id|id|shared)$/.test(entity.scope) ? entity.scope : 'a column'}`,
  ...(entity.derived ? ['derived'] : []),
  ...(entity.preview ? ['preview'] : []),
  ...(entity.poll === undefined ? [] : ['work that is watched']),
  ...(entity.live ? ['live'] : []),
  ...(entity.record ? ['record'] : []),
  ...(entity.chart ? ['chart'] : []),
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
