import type { AnyEntity, Fields } from '../../config';
import { nearestOf } from '../../domain/text';
import type { EntityRules } from '../entities';
import type { Implemented } from '../rules';
import type { Placed } from './declarations';
import { type Finding, findingsIn, type Problems } from './finding';

/** Parts of declarations that name code of the customer's. */
interface Naming {
  readonly kind?: string;
  readonly component?: unknown;
  readonly slots?: Readonly<Record<string, { readonly component?: unknown } | undefined>>;
}

const namesIn = ({ declaration }: Placed): Naming => declaration ?? {};

const componentsIn = (placed: Placed): string[] => {
  const { component, slots = {} } = namesIn(placed);
  return [component, ...Object.values(slots).map((slot) => slot?.component)].filter(
    (name) => typeof name === 'string',
  );
};

/** Finds components that a declaration names and the customer's code lacks. */
export const componentProblems = (placed: Placed, { custom }: Implemented): Problems => {
  const missing = componentsIn(placed).filter(
    (name) => custom?.components.includes(name) === false,
  );
  return { noComponent: missing.length > 0 && [missing.join(', ')] };
};

/** Finds the names that the customer's rules of an entity are for, and that it does not have. */
const ruleProblems = (
  { actions, beforeAction, trials, virtualFields = {} }: EntityRules,
  entity: AnyEntity,
  clashes: readonly string[] = [],
): [name: string, problems: Problems][] => {
  const fields: Fields = entity.fields;
  const codes = Object.keys({ ...actions, ...beforeAction, ...trials });
  const unknownCodes = codes.filter((code) => !Object.hasOwn(entity.actions, code));
  const stored = Object.keys(virtualFields).filter((name) => !fields[name]?.virtual);
  return [
    ...unknownCodes.map((code): [string, Problems] => [code, { noAction: [code] }]),
    ...stored.map((name): [string, Problems] => [name, { notVirtual: [name] }]),
    ...clashes.map((name): [string, Problems] => [name, { clash: [name] }]),
  ];
};

const unknownEntity = (name: string, entities: readonly AnyEntity[]): Problems => {
  const near = nearestOf(
    name,
    entities.map((entity) => entity.name),
  );
  return near ? { unlike: [name, 'entity', near] } : { noEntity: true };
};

/** Finds code of the customer's that no declaration uses, and kinds of fields without their other half. */
export const checkCustom = (
  entities: readonly AnyEntity[],
  declarations: readonly Placed[],
  { custom, clashes }: Implemented,
): Finding[] => {
  if (!custom) return [];
  const { server, components, kinds, folder } = custom;
  const usedComponents = declarations.flatMap(componentsIn);
  const usedKinds = declarations.map((placed) => namesIn(placed).kind);
  const lacking = (names: readonly string[], from: readonly unknown[]): string[] =>
    names.filter((name) => !from.includes(name));
  const inExport = (place: string, problems: Problems, file: string, ...names: string[]) =>
    findingsIn(place, problems).map(
      (finding): Finding => ({ ...finding, export: [`${folder}/${file}`, ...names] }),
    );
  const inKind = (kind: string, half: 'schema' | 'view', problems: Problems) =>
    inExport(kind, problems, `${kind}.${half}.${half === 'schema' ? 'ts' : 'tsx'}`, half);
  return [
    ...Object.entries(server.rules ?? {}).flatMap(([name, rules]) => {
      const entity = entities.find((each) => each.name === name);
      const inRules = (problems: Problems, ...names: string[]) =>
        inExport(name, problems, 'server.ts', 'custom', 'rules', name, ...names);
      return entity
        ? ruleProblems(rules, entity, clashes[name]).flatMap(([wrong, problems]) =>
            inRules(problems, wrong),
          )
        : inRules(unknownEntity(name, entities));
    }),
    ...lacking(components, usedComponents).flatMap((name) =>
      inExport(name, { unused: ['slot, page or tab'] }, 'console.tsx', name),
    ),
    ...lacking(kinds.schemas, kinds.views).flatMap((name) =>
      inKind(name, 'schema', { half: [`${folder}/${name}.view.tsx`] }),
    ),
    ...lacking(kinds.views, kinds.schemas).flatMap((name) =>
      inKind(name, 'view', { half: [`${folder}/${name}.schema.ts`] }),
    ),
    ...lacking(kinds.schemas, usedKinds).flatMap((name) =>
      inKind(name, 'schema', { unused: ['field'] }),
    ),
  ];
};
