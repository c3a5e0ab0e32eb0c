import { choices, type Label, type Locale, textOf } from './label';
import { SHIFTS, shiftStarts } from './shift';
import { isZone } from './zone';

/** RSA padding: PKCS#1 v1.5, or OAEP with SHA-256. RFC 8017. */
export type Padding = 'pkcs1' | 'oaep';

type Param =
  | { readonly kind: 'link' | 'zone' | 'shifts'; readonly initial: string }
  | {
      readonly kind: 'number';
      readonly initial: number;
      readonly min: number;
      readonly max: number;
    };

/** Days after which time-series records are deleted. */
export const RECORD_KEEP_DAYS = { initial: 365, min: 31, max: 36_500 } as const;

/** Parameters that our server reads, by `param_name`. An administrator may add others. */
const systemParams = {
  /** Download pages of the app; '' if there is none. */
  app_ios: { kind: 'link', initial: '' },
  app_android: { kind: 'link', initial: '' },
  /** Starts of the shifts in the reader's time zone: `HH:mm`, separated by `/`. */
  shift_hours: { kind: 'shifts', initial: SHIFTS },
  /** IANA time zone of the server's own days and texts; '' for that of the machine. */
  time_zone: { kind: 'zone', initial: '' },
  /** Limit of vertices in a polygon or line fence. */
  fence_max_points: { kind: 'number', initial: 3, min: 3, max: 500 },
  /** Hours that a command waits for a lock that is offline or asleep. One that runs days later is dangerous. */
  command_wait_hours: { kind: 'number', initial: 24, min: 1, max: 720 },
  /** Number of locks from which on a dangerous command needs a reason and a typed confirmation. */
  command_typed_from: { kind: 'number', initial: 20, min: 2, max: 100_000 },
  /** Confirmation of dangerous commands beyond typing, a value of CONSENT. */
  command_second_person: { kind: 'number', initial: 0, min: 0, max: 2 },
  record_keep_days: { kind: 'number', ...RECORD_KEEP_DAYS },
  /** Upload quota of one organisation, megabytes. */
  upload_quota_mb: { kind: 'number', initial: 1000, min: 1, max: 1_000_000 },
  /** Limit of a track in playback, minutes. */
  track_max_minutes: { kind: 'number', initial: 30, min: 1, max: 44_640 },
} as const satisfies Record<string, Param>;

/**
 * Confirmation of a dangerous command beyond reason and typing: none, a second person, or a code sent to the operator.
 */
export const CONSENT = { none: 0, second: 1, code: 2 } as const;

type SystemParam = keyof typeof systemParams;

/** Descriptions of the parameters, stored in their remark. */
export const systemParamRemarks: Readonly<Record<SystemParam, Label>> = {
  app_ios: ['Download page of the iOS app', 'iOS APP 下载地址'],
  app_android: ['Download page of the Android app', '安卓 APP 下载地址'],
  shift_hours: ['Start times of shifts', '班次开始时间'],
  time_zone: [
    'Time zone of the server, such as Asia/Shanghai. That of its machine if empty',
    '服务器任务所用的时区，例如 Asia/Shanghai，留空则用服务器所在机器的时区',
  ],
  fence_max_points: ['Maximum points of a geofence', '围栏点数上限'],
  command_wait_hours: ['Hours a command waits for its lock', '指令等待设备的小时数'],
  command_typed_from: [
    'Number of locks from which a dangerous command needs a typed confirmation',
    '危险指令需输入确认的设备数下限',
  ],
  command_second_person: [
    'Extra check for dangerous commands. 1: a second person. 2: a code by mail or SMS',
    '危险指令的额外验证。1：第二人复核，2：邮件或短信验证码',
  ],
  record_keep_days: ['Days to keep records', '记录保留天数'],
  upload_quota_mb: ['Maximum megabytes of files per organisation', '每个机构的文件容量上限（MB）'],
  track_max_minutes: ['Maximum minutes of a track', '轨迹查询的分钟数上限'],
};

/** State of a parameter that the server sets. */
export const PARAM_STATE = { clockInDoubt: 1 } as const;

export const paramState = choices(
  [
    [
      PARAM_STATE.clockInDoubt,
      'Old records are not deleted because the clock is in doubt',
      '已暂停清理旧记录：服务器时钟存疑',
    ],
  ],
  { 1: 'warning' },
);

export type SystemParamValues = {
  readonly [P in SystemParam]: (typeof systemParams)[P]['kind'] extends 'number' ? number : string;
};

/** True for http and https. `javascript:` and other schemes are not safe to open. */
export const isWebLink = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};

const isParam = (name: string): name is SystemParam => Object.hasOwn(systemParams, name);

/** Returns the error of a parameter's text; undefined if it is valid. Unknown parameters accept any text. */
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
  if (param.kind === 'zone') {
    // PostgreSQL reads the sign of +08:00 the other way round.
    return text === '' || (/^[A-Za-z]/.test(text) && isZone(text))
      ? undefined
      : [`Unknown time zone ${text}`, `未知时区 ${text}`];
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
 * Parses all parameters. A missing or invalid text yields the initial value.
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

/**
 * Minimum length that a login form accepts. It checks nothing else, as older passwords may not follow the current rule.
 */
export const LOGIN_PASSWORD_MIN = 6;

/**
 * New password: 6 to 16 letters and digits, at least one of each. Only ASCII, because a customer's server may reject
 * other characters.
 */
export const newPasswordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;

/** Password typed on the lock itself: 8 digits, each 1 to 6. */
export const unsealPasswordPattern = /^[1-6]{8}$/;

export const enabledChoice = choices(
  [
    [1, 'Enabled', '启用'],
    [0, 'Disabled', '停用'],
  ],
  { 1: 'success' },
  { signs: { 0: 'none' } },
);

/** Names of the roles that the server, its demo and the form of a user create. */
export const roleLabels = {
  system: ['System administrator', '系统管理员'],
  administrator: ['Organisation administrator', '机构管理员'],
  shift: ['Shift staff', '值班人员'],
  sealOnly: ['May only seal', '仅可施封'],
  lookOnly: ['May only look', '仅可查看'],
} as const;

/** Translates the name of a role that the server created; other names are returned unchanged. */
export const roleText = (name: string, locale: Locale): string => {
  const label = Object.values(roleLabels).find(([english]) => english === name);
  return label ? textOf(label, locale) : name;
};

export interface ItemTexts {
  readonly item_text: string;
  readonly item_text_zh?: string | null;
}

const itemColumns: Readonly<Record<Locale, keyof ItemTexts>> = {
  en: 'item_text',
  zh: 'item_text_zh',
};

/** Text of a dictionary item in a language; the common text if it has none in that language. */
export const itemText = (item: ItemTexts, locale: Locale): string =>
  item[itemColumns[locale]] || item.item_text;

/** Names of the demo's dictionaries by code. */
export const dictionaryLabels = {
  deviceCategory: ['Device category', '设备类别'],
} as const;
