import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Option of a declaration type, with the members of the object that is its value. */
export interface DeclaredOption {
  readonly name: string;
  /** Members at any depth, unless they are options of a type with a section of its own. */
  readonly members: readonly string[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => [value].flat())
    .filter(isNode);

const parse = (path: string): Node =>
  parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }) as unknown as Node;

const nameOf = (value: unknown): string => String((value as { name?: unknown } | undefined)?.name);

/** Returns the nodes of a type below a node, without looking into those. */
const nodesOf = (node: Node, types: readonly string[]): Node[] =>
  types.includes(node.type) ? [node] : childrenOf(node).flatMap((child) => nodesOf(child, types));

const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];

const configFiles = readdirSync('src/config').map((name) => join('src/config', name));

/** Types of src/config by name. */
const types = new Map(
  configFiles
    .flatMap((path) => nodesOf(parse(path), TYPES))
    .map((node) => [nameOf(node.id), node] as const),
);

/** Types whose members are values of a record, or are described once for all options. */
const VALUES = [
  ...[
    'Fields',
    'AnyField',
    'Field',
    'FieldValue',
    'RecordOf',
    'Kind',
    'Slot',
    'AnyEntity',
    'Storage',
  ],
  // A declaration has a callback in place of an expression.
  ...['Conditions', 'Wire', 'Expression'],
];

const signaturesIn = (node: Node): Node[] => nodesOf(node, ['TSPropertySignature']);

/** Names of the members of a value's type. @param sections types with a section of their own, which are left out */
const membersIn = (
  node: Node,
  sections: readonly string[],
  path: readonly string[] = [],
): string[] => {
  if (node.type === 'TSPropertySignature') {
    return [
      nameOf(node.key),
      ...childrenOf(node).flatMap((child) => membersIn(child, sections, path)),
    ];
  }
  const name = node.type === 'TSTypeReference' ? nameOf(node.typeName) : undefined;
  const target = name === undefined ? undefined : types.get(name);
  const isOpen = name !== undefined && ![...VALUES, ...sections, ...path].includes(name);
  return [
    ...(target && isOpen ? membersIn(target, sections, [...path, name]) : []),
    ...childrenOf(node).flatMap((child) => membersIn(child, sections, path)),
  ];
};

const optionsIn = (node: Node, sections: readonly string[]): DeclaredOption[] =>
  signaturesIn(node).map((signature) => ({
    name: nameOf(signature.key),
    members: childrenOf(signature).flatMap((child) => membersIn(child, sections)),
  }));

/** Returns the options of a type in src/config. @throws Error if there is no such type */
export const optionsOfType = (name: string, sections: readonly string[]): DeclaredOption[] => {
  const node = types.get(name);
  if (!node) throw new Error(`src/config has no type ${name}`);
  return optionsIn(node, sections);
};

/** Returns the options that each kind of field adds, by kind. */
export const optionsOfKinds = (): ReadonlyMap<string, readonly DeclaredOption[]> =>
  new Map(
    readdirSync('src/fields/kinds')
      .filter((name) => name.endsWith('.schema.ts'))
      .flatMap((name) => nodesOf(parse(join('src/fields/kinds', name)), ['TSInterfaceDeclaration']))
      .filter(({ id }) => nameOf(id) === 'FieldKinds')
      .flatMap((node) => signaturesIn(node))
      .map((kind) => {
        const [options] = childrenOf(kind)
          .flatMap((child) => signaturesIn(child))
          .filter(({ key }) => nameOf(key) === 'options');
        const own = options ? childrenOf(options).flatMap((child) => optionsIn(child, [])) : [];
        return [nameOf(kind.key), own] as const;
      }),
  );
