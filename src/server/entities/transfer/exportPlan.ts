import {
  type AnyEntity,
  type AnyField,
  type Console,
  type Field,
  flatMenus,
  type Wire,
} from '../../../config';
import { localTime } from '../../../domain/figures';
import { filledText, type Label, type Locale, textOf } from '../../../domain/label';
import { ownValue } from '../../../domain/ownValue';
import { cutTitle } from '../../../domain/text';
import { schemaOf } from '../../../fields';
import { type Caller, type CallValues, invalidInput, serverLabel } from '../../calls/endpoint';
import type { Database, Selection } from '../../db';
import { type EntityDependencies, scopeOf } from '../dependencies';
import { fieldsIn, fieldsOf } from '../fieldsOf';
import { parseSelection } from '../listQuery';
import { readerZone } from '../readerZone';

/** Name of the entity that lists an operator's exports. */
export const EXPORT_JOB = 'exportJob';

/** Export to be written by a job, with the rights of `caller`. */
interface QueuedExport {
  readonly title: string;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly args: CallValues;
  /** Name of the operator who started it. */
  readonly by: string;
}

/** Queues an export in the transaction of its call; call `queue.wake` after the commit. @returns the id of its row */
export const queueExport = async (
  transaction: Database,
  { tables, queue }: Pick<EntityDependencies, 'tables' | 'queue'>,
  { title, caller, locale, args, by }: QueuedExport,
): Promise<number> => {
  const jobs = tables.get(EXPORT_JOB);
  const [added] =
    (await jobs?.on(transaction).add([{ title, oper: by }], { orgId: caller.oper.org_id })) ?? [];
  const recordId = Number(added?.id);
  await queue.add(transaction, { entity: EXPORT_JOB, recordId, caller, locale, args });
  return recordId;
};

export interface ExportPlan {
  readonly entity: AnyEntity;
  readonly columns: readonly (readonly [string, AnyField])[];
  readonly selection: Selection;
  /** Time zone of its times. */
  readonly zone: string;
}

const columnsOf = (entity: AnyEntity, value: unknown): ExportPlan['columns'] => {
  const all = fieldsIn(entity, 'export');
  if (value === undefined || value === null) return all;
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  const columns = names.map((name) => all.find(([candidate]) => candidate === name));
  const validColumns = columns.filter((column) => column !== undefined);
  if (validColumns.length !== columns.length || validColumns.length === 0) {
    const strange = names.filter((_, i) => columns[i] === undefined);
    throw invalidInput({ columns: serverLabel('noColumn', { names: strange.join(', ') }) });
  }
  return validColumns;
};

/** Parses the body of an export. @throws CallError `invalid` */
export const exportPlan = async (
  entity: AnyEntity,
  { db, config }: Pick<EntityDependencies, 'db' | 'config'>,
  body: CallValues,
): Promise<ExportPlan> => {
  const { columns, job: _, to: _to, weekly: _weekly, zone, ...filters } = body;
  return {
    entity,
    columns: columnsOf(entity, columns),
    selection: parseSelection(entity, config.wire, filters),
    zone: await readerZone(db, zone),
  };
};

const titlesOf =
  (dependencies: EntityDependencies, caller: Caller): TitlesOf =>
  async ({ of }, ids) => {
    const target = dependencies.config.entities.find(({ name }) => name === of);
    const table = dependencies.tables.get(String(of));
    if (!target || !table) return [];
    const rows = await table.pick(ids.map(Number), scopeOf(dependencies, caller));
    return rows.map((row) => String(row[target.title] ?? ''));
  };

type TitlesOf = (field: AnyField, ids: readonly unknown[]) => Promise<readonly string[]>;

/** Limit of the title field. */
const TITLE_LENGTH = 120;
/** Values of a filter that a title names; it counts the others. */
const MAX_NAMED = 2;

const valueText = (field: AnyField, value: unknown, locale: Locale, zone: string): string =>
  schemaOf(field).text?.(value, field as Field, locale, zone) ?? String(value);

/** Returns texts such as `Lock status: Sealed` and `Time ≥ 2026-11-01 00:00:00`. */
const filterTexts = async (
  { entity, selection, zone }: ExportPlan,
  { from, to }: Wire,
  locale: Locale,
  titlesOf: TitlesOf,
): Promise<string[]> => {
  const fields = fieldsOf(entity);
  const texts: string[] = [];
  for (const [name, value] of Object.entries(selection.filters)) {
    if (value === undefined || value === null) continue;
    const end = [from, to].find((suffix) => !Object.hasOwn(fields, name) && name.endsWith(suffix));
    const field = ownValue(fields, end ? name.slice(0, -end.length) : name);
    if (!field) continue;
    const label = textOf(field.label, locale);
    const values = [value].flat();
    const sought = schemaOf(field).references
      ? await titlesOf(field, values)
      : values.map((one) => valueText(field, one, locale, zone));
    const sign = end === undefined ? textOf([': ', '：'], locale) : end === from ? ' ≥ ' : ' ≤ ';
    // Values with the same label are one option of the filter.
    const names = [...new Set(sought)];
    const named = names.length > MAX_NAMED ? `${names[0]} +${names.length - 1}` : names.join(' / ');
    texts.push(label + sign + named);
  }
  return texts;
};

/** Returns the label of a list: that of its page, which is in the plural. */
const listLabel = ({ menus }: Console, { name, label }: AnyEntity): Label =>
  flatMenus(menus).find(({ url, presetOf }) => url === name && !presetOf)?.label ?? label;

/** Returns a title such as `Devices (Lock status: Sealed)`. */
export const exportTitle = async (
  plan: ExportPlan,
  dependencies: EntityDependencies,
  caller: Caller,
  locale: Locale,
): Promise<string> => {
  const { config } = dependencies;
  const label = textOf(listLabel(config, plan.entity), locale);
  const texts = await filterTexts(plan, config.wire, locale, titlesOf(dependencies, caller));
  if (texts.length === 0) return label;
  const filters = texts.join(textOf([', ', '，'], locale));
  const title = filledText(textOf(['%{label} (%{filters})', '%{label}（%{filters}）'], locale), {
    label,
    filters,
  });
  return cutTitle(title, TITLE_LENGTH);
};

/** Limit of the title in a file name of 80 characters. */
const NAME_LENGTH = 66;

/** Returns a file name such as `设备-20261120.xlsx`, with the day in a time zone. */
export const exportName = (title: string, now: number, zone?: string): string =>
  `${cutTitle(title, NAME_LENGTH)}-${localTime(now, zone).slice(0, 10).replaceAll('-', '')}.xlsx`;
