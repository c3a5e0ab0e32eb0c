import {
  type AnyEntity,
  type Console,
  choices,
  defineConsole,
  entity,
  type Fields,
  f,
  type MenuSeed,
  type Wire,
} from '../../../../src/config';
import { findProblems } from '../../../../src/server/validate';
import { type Finding, sentenceOf } from '../../../../src/server/validate/finding';

export const title = f.text(['Title', '标题']);
export const org = entity('org', ['Organisation', '机构'], { fields: { title }, scope: 'id' });
export const box = entity('box', ['Box', '箱'], {
  fields: { title, size: f.number(['Size', '大小']) },
});
export const dictItem = entity('dictItem', ['Item', '项'], { fields: { title } });
export const tree = entity('tree', ['Tree', '树'], {
  fields: { title, parent_id: f.refTree(['Parent', '上级'], 'tree', { via: 'parent_title' }) },
});
export const log = entity('log', ['Log', '日志'], {
  fields: { title, at: f.datetime(['At', '时间']) },
  record: { time: 'at' },
});
/** Charge that locks report. */
const charge = f.number(['Charge', '电量'], { reported: true, on: ['list'] });
/** Entities with the tables that the server needs. */
export const base = ['oper', 'role', 'menu', 'device', 'appointmentCommandRecord'].map((name) =>
  entity(name, [name, name], { fields: name === 'device' ? { title, charge } : { title } }),
) as AnyEntity[];
export const pageNames = [
  ...base.map(({ name }) => name),
  ...['org', 'box', 'tree', 'dictItem', 'log', 'thing'],
];
export const menus: MenuSeed[] = [
  { code: 'operation', label: ['General', '综合'], icon: 'lock' },
  ...pageNames.map((url) => ({
    code: url,
    label: [url, url] as const,
    icon: 'list',
    url,
  })),
];

/** Place, option and code of a finding: `thing.n min day`. */
const keyOf = ({ place, option, code }: Finding): string =>
  [place, option, code].filter(Boolean).join(' ');

/** Finds the errors and notices of a configuration. */
export const findingsOf = (config: Console) => {
  const { errors, notices } = findProblems(config);
  return {
    errors: errors.map(keyOf),
    notices: notices.map(keyOf),
  };
};

/** Finds the errors of a configuration with this entity, each without and with its sentence. */
export const errorsIn = (thing: AnyEntity): string[] =>
  findProblems(configWith(thing)).errors.flatMap((finding) => [
    keyOf(finding),
    `${keyOf(finding)}: ${sentenceOf(finding)}`,
  ]);

type Changes = { menus?: MenuSeed[]; pages?: object; wire?: Partial<Wire>; reports?: unknown[] };

/** Builds a configuration with this entity. */
export const configWith = (thing: AnyEntity, changed: Changes = {}): Console =>
  defineConsole({
    entities: [org, box, tree, dictItem, log, thing, ...base],
    pages: Object.fromEntries(pageNames.map((name) => [name, name])),
    menus,
    ...changed,
  } as never);

/** Finds the errors and notices of a configuration with this entity. */
export const verdictOn = (thing: AnyEntity, changed?: Changes) =>
  findingsOf(configWith(thing, changed));

/** Builds a declaration that the compiler would refuse, as from an unchecked program. */
export const thing = (fields: object, options: object = {}) =>
  entity('thing', ['Thing', '物'], {
    fields: { title, ...fields } as Fields,
    ...options,
  } as never) as unknown as AnyEntity;

let count = 0;
/** Returns a label that no other field has. */
const ownLabel = (name: string) => [`${name} ${++count}`, `${name} ${count}`] as const;
export const number = (options: object) => f.number(ownLabel('Number'), options as never);
export const day = (options: object) => f.date(ownLabel('Day'), options as never);
export const text = (options: object = {}) => f.text(ownLabel('Text'), options as never);
export const kind = f.choice(
  ['Kind', '类型'],
  choices([
    [1, 'One', '一'],
    [2, 'Two', '二'],
  ]),
);
