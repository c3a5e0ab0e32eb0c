import { readSheet } from 'read-excel-file/node';
import { expect } from 'vitest';
import type { AnyEntity, AnyField, Choices } from '../../../src/config';
import { type Caller, PASSWORD } from '../../e2e/caller';
import {
  COMES_WITH,
  changeable,
  FITTING,
  fieldOf,
  filled,
  findable,
  formFields,
  importCells,
  lockOf,
  optionsOf,
  sampleFile,
  samples,
  textOf,
} from './samples';

type Values = Record<string, unknown>;
type Row = Values & { readonly id: number };

/** Conversions of kinds whose value differs from the typed text. */
const VALUES: Readonly<Record<string, (text: string) => unknown>> = {
  number: Number,
  battery: Number,
  duration: Number,
  radius: Number,
  datetime: Date.parse,
  geometry: JSON.parse,
  json: JSON.parse,
};

/** Kinds that are filtered by a range, and kinds without a filter. */
const RANGES = ['number', 'battery', 'date', 'datetime', 'duration', 'radius'];
const UNFILTERED = ['color', 'file', 'image', 'geometry', 'grants', 'json', 'lngLat', 'password'];

/** Returns the id of a record to refer to. Takes the oldest, because other tests add and remove the newest. */
const referred = async (caller: Caller, { of }: AnyField, n: number): Promise<number> => {
  const narrowed = of === 'device' ? { sn: lockOf(n) } : {};
  const oldest = { pageSize: 100, sortField: 'id', sortOrder: 'asc' };
  const { list } = await caller.ask(`/${of}/list`, { ...narrowed, ...oldest });
  const fitting = FITTING[String(of)];
  const match = list.find((row: Values) => !fitting || Object.values(row).includes(fitting));
  return match.id;
};

/** Returns the value of a field as the console would send it, by its names on the wire. */
const sentFor = async (
  caller: Caller,
  [name, field]: [string, AnyField],
  n: number,
): Promise<Values> => {
  const { kind } = field;
  const typed = samples[kind]?.(field, n);
  if (typed !== undefined) return { [name]: VALUES[kind]?.(typed) ?? typed };
  if (kind === 'choice') return { [name]: (field.of as Choices)[0]?.[0] };
  if (kind === 'ref' || kind === 'refTree') return { [name]: await referred(caller, field, n) };
  if (kind === 'refs') return { [name]: [await referred(caller, field, n)] };
  if (kind === 'password') return { [name]: await caller.encrypt(PASSWORD) };
  if (kind === 'lngLat') {
    const [lat, lon] = optionsOf(field).columns ?? [];
    return lat && lon ? { [lat]: 22.5, [lon]: 114.1 } : { [name]: { lat: 22.5, lon: 114.1 } };
  }
  if (kind === 'file') {
    const { name: file, buffer } = await sampleFile(field, n);
    const { purpose = 'import' } = field as { readonly purpose?: string };
    return { [name]: await caller.upload(buffer, file, { purpose }) };
  }
  return {};
};

/** True if the input is shown for these values. */
const shows = (entity: AnyEntity, { when = {} }: AnyField, sent: Values): boolean =>
  Object.entries(when).every(([name, values]) =>
    (values as unknown[]).includes(sent[name] ?? fieldOf(entity, name)?.initial),
  );

const recordOf = async (caller: Caller, entity: AnyEntity, n: number): Promise<Values> => {
  const inputs = new Set(filled(entity).map(([name]) => name));
  let sent: Values = {};
  for (const [name, field] of formFields(entity, 'create')) {
    if (!shows(entity, field, sent)) continue;
    if (field.initial !== undefined) sent = { ...sent, [name]: field.initial };
    else if (inputs.has(name)) sent = { ...sent, ...(await sentFor(caller, [name, field], n)) };
  }
  return sent;
};

/** Returns the sent values that a record stores. A password is stored as a hash, and a virtual field by a rule. */
const storedValues = (entity: AnyEntity, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = fieldOf(entity, name);
      return field && field.kind !== 'password' && !field.virtual;
    }),
  );

/** Checks that every filter of the list finds a record by its own value. */
const filterBy = async (caller: Caller, entity: AnyEntity, row: Row): Promise<void> => {
  for (const name of entity.filter as readonly string[]) {
    const field = fieldOf(entity, name);
    const value = row[name];
    if (!field || value === null || value === undefined) continue;
    if (UNFILTERED.includes(field.kind)) continue;
    const body = RANGES.includes(field.kind)
      ? { [`${name}_from`]: value, [`${name}_to`]: value }
      : { [name]: value };
    const { total } = await caller.ask(`/${entity.name}/list`, body);
    if (total > 0) continue;
    // Unless its value changed meanwhile: other tests change the data that it depends on.
    const now = await caller.ask(`/${entity.name}/get`, { id: row.id });
    expect(now[name], `${entity.name} by ${name}`).not.toEqual(value);
  }
};

const read = async (caller: Caller, entity: AnyEntity): Promise<void> => {
  // Reads the oldest rows, because other tests add, change and remove the newest. Records never change.
  const oldest = entity.record ? {} : { sortField: 'id', sortOrder: 'asc' };
  const { list, total } = await caller.ask(`/${entity.name}/list`, { pageSize: 2, ...oldest });
  expect(list).toHaveLength(Math.min(2, total));
  const [first] = list as Row[];
  if (!first) return;
  const got = await caller.ask(`/${entity.name}/get`, { id: first.id });
  expect(got.id).toBe(first.id);
  await filterBy(caller, entity, first);
};

const exported = async (caller: Caller, entity: AnyEntity): Promise<void> => {
  const count = async () => (await caller.ask(`/${entity.name}/list`, { pageSize: 1 })).total;
  const before = await count();
  const rows = await readSheet(await caller.file(`/${entity.name}/export`));
  expect(rows[0]?.length).toBeGreaterThan(0);
  // Skipped if the count changed from or to zero meanwhile.
  if (before > 0 === (await count()) > 0) expect(rows.length > 1).toBe(before > 0);
};

const addAndRemove = async (caller: Caller, entity: AnyEntity, n: number): Promise<void> => {
  const call = (verb: string, body: Values) => caller.ask(`/${entity.name}/${verb}`, body);
  const sent = await recordOf(caller, entity, n);
  const { id } = await call('add', sent);
  expect(await call('get', { id })).toMatchObject(storedValues(entity, sent));
  const text = findable(entity);
  if (text) {
    const { list } = await call('list', { [text]: sent[text] });
    expect(list.map((row: Row) => row.id)).toContain(id);
  }
  const changed = entity.verbs.includes('update') ? changeable(entity) : undefined;
  if (changed) {
    const value = `${textOf(entity, changed, n)}x`;
    await call('update', { id, [changed]: value });
    expect((await call('get', { id }))[changed]).toBe(value);
  }
  if (!entity.verbs.includes('delete')) return;
  const { entity: other, their } = COMES_WITH[entity.name] ?? {};
  if (other && their) {
    const { list } = await caller.ask(`/${other}/list`, { [their]: id });
    await caller.ask(`/${other}/delete`, { ids: list.map((row: Row) => row.id) });
  }
  await call('delete', { ids: [id] });
  await expect(call('get', { id })).rejects.toThrow('This record does not exist');
};

const imported = async (caller: Caller, entity: AnyEntity, n: number): Promise<void> => {
  const [head = []] = await readSheet(
    await caller.file(`/${entity.name}/import`, { template: true }),
  );
  const cells = importCells(entity, head, n);
  const outcome = await caller.importRows(entity.name, [head.map(String), cells]);
  expect(outcome, entity.name).toMatchObject({ added: 1, errors: [] });
  const text = findable(entity);
  if (!text) return;
  const { list } = await caller.ask(`/${entity.name}/list`, { [text]: textOf(entity, text, n) });
  expect(list).toHaveLength(1);
  await caller.ask(`/${entity.name}/delete`, { ids: [list[0].id] });
};

/** Makes all calls that the declaration of an entity allows. */
export const walkCalls = async (caller: Caller, entity: AnyEntity, n: number): Promise<void> => {
  const { verbs } = entity;
  if (verbs.includes('list')) await read(caller, entity);
  if (verbs.includes('add')) await addAndRemove(caller, entity, n);
  if (verbs.includes('export')) await exported(caller, entity);
  if (verbs.includes('import')) await imported(caller, entity, n + 1);
};
