import type { AnyField, Field, Wire } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { fieldsOf, isRef, isRefList } from '../fieldsOf';
import type { ExportPlan } from './exportPlan';

/** As the field of the title says. */
const TITLE_LENGTH = 120;

/** Titles of records that a reference looks for. */
type TitlesOf = (field: AnyField, ids: readonly unknown[]) => Promise<readonly string[]>;

const shorten = (text: string): string =>
  text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH - 1)}…` : text;

const valueText = (field: AnyField, value: unknown, locale: Locale): string =>
  schemaOf(field).text?.(value, field as Field, locale) ?? String(value);

/** `Lock status: Sealed, Time ≥ 2026-11-01 00:00:00` */
const filterTexts = async (
  { entity, selection }: ExportPlan,
  { from, to }: Wire,
  locale: Locale,
  titlesOf: TitlesOf,
): Promise<string[]> => {
  const fields = fieldsOf(entity);
  const texts: string[] = [];
  for (const [name, value] of Object.entries(selection.filters)) {
    if (value === undefined || value === null) continue;
    const end = [from, to].find((suffix) => !(name in fields) && name.endsWith(suffix));
    const field = fields[end ? name.slice(0, -end.length) : name];
    if (!field) continue;
    const label = textOf(field.label, locale);
    const values = [value].flat();
    const said =
      isRef(field) || isRefList(field)
        ? await titlesOf(field, values)
        : values.map((one) => valueText(field, one, locale));
    const sign = end === undefined ? ':' : end === from ? ' ≥' : ' ≤';
    texts.push(`${label}${sign} ${said.join(' / ')}`);
  }
  return texts;
};

/** What an export is called: the entity, and what its rows were narrowed by. */
export const exportTitle = async (
  plan: ExportPlan,
  wire: Wire,
  locale: Locale,
  titlesOf: TitlesOf,
): Promise<string> => {
  const label = textOf(plan.entity.label, locale);
  const filters = await filterTexts(plan, wire, locale, titlesOf);
  return shorten(filters.length > 0 ? `${label} (${filters.join(', ')})` : label);
};
