import { choices, type Label, type Locale, textOf } from './label';
import { SHIFTS, shiftStarts } from './shift';

/** How a text fills the block of an RSA key: PKCS#1 v1.5, or OAEP with SHA-256. RFC 8017. */
export type Padding = 'pkcs1' | 'oaep';

interface TextParam {
  readonly kind: 'link';
  readonly initial: '';
}

interface ShiftsParam {
  readonly kind: 'shifts';
  readonly initial: string;
}

interface NumberParam {
  readonly kind: 'number';
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** The parameters that the shipped server reads, by `param_name`. An administrator may keep others beside them. */
const systemParams = {
  /** Where operators get the app; empty for nowhere. */
  app_ios: { kind: 'link', initial: '' },
  app_android: { kind: 'link', initial: '' },
  /** When shifts begin, by the reader's own clock: `HH:mm`, joined by `/`. */
  shift_hours: { kind: 'shifts', initial: SHIFTS },
  /** Vertices of a fence that is a line or a polygon, at the most. */
  fence_max_points: { kind: 'number', initial: 3, min: 3, max: 500 },
  /** Hours that a command waits for a lock that is offline or asleep: one that fires days later is a danger. */
  command_wait_hours: { kind: 'number', initial: 24, min: 1, max: 720 },
  /** Locks of one command from which on a dangerous one takes a reason and a typed confirmation. */
  command_typed_from: { kind: 'number', initial: 20, min: 2, max: 100_000 },
  /** What a typed confirmation is not enough for: CONSENT. */
  command_second_person: { kind: 'number', initial: 0, min: 0, max: 2 },
  /** Days that records by time are kept. */
  record_keep_days: { kind: 'number', initial: 365, min: 31, max: 36_500 },
  /** Megabytes that the uploaded files of one organisation take at the most. */
  upload_quota_mb: { kind: 'number', initial: 1000, min: 1, max: 1_000_000 },
  /** Minutes of a track that are played back at once. Specification section 5. */
  track_max_minutes: { kind: 'number', initial: 30, min: 1, max: 44_640 },
} as const satisfies Record<string, TextParam | ShiftsParam | NumberParam>;

/** What a dangerous command takes besides a reason and typing: nothing, a second person, or a code that its sender gets. */
export const CONSENT = { none: 0, second: 1, code: 2 } as const;

type SystemParam = keyof typeof systemParams;

/** What each parameter is about, as its remark says it. */
export const systemParamRemarks: Readonly<Record<SystemParam, Label>> = {
  app_ios: ['Download page of the iOS app', 'iOS APP 下载地址'],
  app_android: ['Download page of the Android app', '安卓 APP 下载地址'],
  shift_hours: ['When shifts begin', '班次开始时间'],
  fence_max_points: ['Points of a fence, at most', '围栏点数上限'],
  command_wait_hours: ['Hours a command waits for its lock', '指令等待设备的小时数'],
  command_typed_from: [
    'Locks from which on a dangerous command is confirmed by typing',
    '危险指令需输入确认的设备数下限',
  ],
  command_second_person: [
    'A dangerous command takes, 1: a second person, 2: a code by mail or SMS',
    '危险指令还须，1：第二人复核，2：邮件或短信验证码',
  ],
  record_keep_days: ['Days records are kept', '记录保留天数'],
  upload_quota_mb: [
    'Megabytes of files of an organisation, at most',
    '每个机构的文件容量上限（MB）',
  ],
  track_max_minutes: ['Minutes of a track, at most', '轨迹查询的分钟数上限'],
};

/** What each parameter means to a program. */
export type SystemParamValues = {
  readonly [P in SystemParam]: (typeof systemParams)[P]['kind'] extends 'number' ? number : string;
};

/** Whether a browser may be sent there: `javascript:` and the like are no links. */
export const isWebLink = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};

const isParam = (name: string): name is SystemParam => Object.hasOwn(systemParams, name);

/** Why a parameter cannot have a text, in every language; undefined when it can. Others may have any. */
export const paramError = (name: string, text: string): Label | undefined => {
  if (!isParam(name)) return undefined;
  const param = systemParams[name];
  if (param.kind === 'link') {
    return text === '' || isWebLink(text)
      ? undefined
      : [
          'Must be a link that begins with https:// or http://',
          '必须是以 https:// 或 http:// 开头的链接',
        ];
  }
  if (param.kind === 'shifts') {
    return shiftStarts(text)
      ? undefined
      : ['Must be times of day, as in 08:00/20:00', '必须是时间，例如 08:00/20:00'];
  }
  const value = Number(text);
  const { min, max } = param;
  return /^\d+$/.test(text) && value >= min && value <= max
    ? undefined
    : [`Must be a whole number from ${min} to ${max}`, `必须是 ${min} 到 ${max} 的整数`];
};

/**
 * The value of every parameter; its initial one where the text is missing or impossible.
 * @param texts `param_text` by `param_name`
 */
export const systemParamValues = (
  texts: Readonly<Record<string, string | null | undefined>>,
): SystemParamValues =>
  Object.fromEntries(
    Object.entries(systemParams).map(([name, { kind, initial }]) => {
      const text = texts[name]?.trim() ?? '';
      if (paramError(name, text)) return [name, initial];
      return [name, kind === 'number' ? Number(text) : text];
    }),
  ) as unknown as SystemParamValues;

/** Fewest characters a login form accepts; it asks no more, since an older password may not follow the rule for new ones. */
export const LOGIN_PASSWORD_MIN = 6;

/**
 * A new password: 6 to 16 letters and digits, at least one of each. Specification section 5. Nothing but ASCII
 * letters and digits, the narrowest reading, because a customer's server may refuse any other character.
 */
export const newPasswordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;

/** The password typed on the lock itself: 8 digits, each 1 to 6. Specification section 5. */
export const unsealPasswordPattern = /^[1-6]{8}$/;

/** Whether something is in use. */
export const enabledChoice = choices(
  [
    [1, 'Enabled', '启用'],
    [0, 'Disabled', '停用'],
  ],
  { 1: 'success' },
);

/** What the roles that come with the server and its demo are called. */
export const roleLabels = {
  system: ['System administrator', '系统管理员'],
  administrator: ['Organisation administrator', '机构管理员'],
  shift: ['Shift staff', '值班人员'],
} as const;

/** What a role is called in a language: one that comes with the server has a name in each. */
export const roleText = (name: string, locale: Locale): string => {
  const label = Object.values(roleLabels).find(([english]) => english === name);
  return label ? textOf(label, locale) : name;
};

/** The texts of an item of a dictionary, as its row has them. */
export interface ItemTexts {
  readonly item_text: string;
  readonly item_text_zh?: string | null;
}

const itemColumns: Readonly<Record<Locale, keyof ItemTexts>> = {
  en: 'item_text',
  zh: 'item_text_zh',
};

/** What an item of a dictionary is called in a language, or without a text in it as everywhere. */
export const itemText = (item: ItemTexts, locale: Locale): string =>
  item[itemColumns[locale]] || item.item_text;

/** What the dictionaries that come with the demo are called, by their code. */
export const dictionaryLabels = {
  deviceCategory: ['Device category', '设备类别'],
} as const;
