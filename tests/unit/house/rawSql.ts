import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { sourceFiles } from './imports';

interface Node {
  readonly type: string;
  readonly start: number;
}
interface Template extends Node {
  readonly tag: Node & { readonly name?: string; readonly expression?: { readonly name?: string } };
  readonly quasi: { readonly quasis: readonly { readonly value: { readonly raw: string } }[] };
}

const isSql = ({ name, expression }: Template['tag']) => (name ?? expression?.name) === 'sql';

/** Texts of the templates with the tag `sql` in a syntax tree. Expressions in them are replaced by `$`. */
const sqlTemplates = (node: unknown): { readonly text: string; readonly start: number }[] => {
  if (Array.isArray(node)) return node.flatMap(sqlTemplates);
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(sqlTemplates);
  if ((node as Node).type !== 'TaggedTemplateExpression') return inner;
  const { tag, quasi, start } = node as Template;
  if (!isSql(tag)) return inner;
  return [{ text: quasi.quasis.map(({ value }) => value.raw).join('$'), start }, ...inner];
};

/** Names of tables in a text of SQL. */
export const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using)\s+"?([a-z_]\w*)"?/gi)].map(
    ([, name = '']) => name,
  );

/** Templates below a folder that name one of the tables, by file. */
export const rawStatements = (folder: string, tables: ReadonlySet<string>) =>
  sourceFiles(folder).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    if (!source.includes('sql')) return [];
    return sqlTemplates(parseAst(source, { lang: 'ts' }).body)
      .filter(({ text }) => tablesIn(text).some((name) => tables.has(name)))
      .map(({ text, start }) => ({ file, line: source.slice(0, start).split('\n').length, text }));
  });
