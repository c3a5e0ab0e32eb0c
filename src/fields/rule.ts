import type * as Yup from 'yup';
import { filledText, type Label, type Locale, textOf } from '../domain/label';
import { truncate } from '../domain/text';

/** Validation messages; `%{name}` is replaced by the argument of that name. */
export const ruleTexts = {
  required: ['Required', '必填'],
  fence: ['Please Put A Fence On The Map', '请在地图上绘制围栏'],
  text: ['Must be text', '必须是文本'],
  max: ['Enter up to %{max} characters', '最多 %{max} 个字符'],
  invisible: ['Has invisible characters. Type it again', '含有不可见字符，请重新输入'],
  min: ['Enter at least %{min} characters', '至少 %{min} 个字符'],
  pattern: ['Wrong format', '格式不正确'],
  number: ['Must be a number', '必须是数字'],
  integer: ['Must be a whole number', '必须是整数'],
  places: ['Enter up to %{max} decimal places', '最多 %{max} 位小数'],
  digits: ['Enter up to %{max} digits before the decimal point', '小数点前最多 %{max} 位'],
  numberAsText: [
    'Send a number of more than 15 digits as text',
    '超过 15 位有效数字的数值须以文本形式发送',
  ],
  atLeast: ['Must be %{min} or more', '不能小于 %{min}'],
  atMost: ['Must be %{max} or less', '不能大于 %{max}'],
  choice: ['Choose one of the options', '不在可选范围内'],
  boolean: ['Choose yes or no', '必须为是或否'],
  datetime: ['Enter a date and time', '不是有效的日期时间'],
  date: ['Enter a date', '不是有效的日期'],
  time: ['Enter a time of day', '不是有效的时间'],
  notBefore: ['Must be %{at} or later', '不能早于 %{at}'],
  notAfter: ['Must be %{at} or earlier', '不能晚于 %{at}'],
  notBeforeNow: ['Must not be in the past', '不能早于当前时间'],
  notAfterNow: ['Must not be in the future', '不能晚于当前时间'],
  email: ['Enter a valid mail address', '邮箱格式不正确'],
  oneMailbox: ['Enter only one e-mail address', '仅支持一个邮箱'],
  phones: [
    'Enter up to %{max} mainland mobile numbers of 11 digits, separated by English commas',
    '最多 %{max} 个 11 位手机号，用英文逗号分隔',
  ],
  phonesTwice: ['A number is listed twice', '手机号重复'],
  color: ['Enter a colour such as #1890ff', '不是有效的颜色，例如 #1890ff'],
  lngLat: ['Enter a valid latitude and longitude', '不是有效的经纬度'],
  geometry: ['Draw a point, line or polygon', '不是有效的点、线或多边形'],
  vertices: ['Up to %{max} points', '最多 %{max} 个点'],
  version: [
    'Use letters and digits joined by dots, such as V2.1.3',
    '字母和数字，以点连接，例如 V2.1.3',
  ],
  weekTimes: [
    'Enter days and hours, such as Mon, Tue 08:00–18:00 Asia/Shanghai',
    '时段格式不正确，例如 周一, 周二 08:00–18:00 Asia/Shanghai',
  ],
  zone: ['Enter a time zone, such as Asia/Shanghai', '不是有效的时区，例如 Asia/Shanghai'],
  json: ['Not valid JSON', '不是有效的 JSON'],
  reference: ['This record does not exist', '记录不存在'],
  unique: ['Already in use', '已被使用'],
  circle: ['Cannot be moved below itself', '不能移动到自身或其下级之下'],
  codes: ['Must be a list of numbers', '必须是编号列表'],
  codesTwice: ['Listed twice', '存在重复项'],
  files: ['Must be a list of files', '必须是文件列表'],
  filesTwice: ['A file is listed twice', '文件重复'],
  mostFiles: ['Up to %{max} files. Remove some', '最多 %{max} 个文件，请移除部分'],
  uploading: ['Wait until all files are uploaded', '请等待所有文件上传完成'],
  fileTooLarge: ['The file is larger than %{max} MB', '文件大于 %{max} MB'],
  fileType: ['Only these file types are allowed: %{types}', '只支持以下文件：%{types}'],
  lines: ['Must be a list of lines', '必须是明细行列表'],
  leastLines: ['Enter %{min} or more lines', '至少 %{min} 行'],
  lineTwice: ['Sent twice', '重复发送'],
  mostItems: ['Up to %{max} allowed', '最多 %{max} 个'],
  confirm: ['Inconsistent Password Input', '两次输入的密码不一致'],
  newPassword: ['6 to 16 characters, with letters and digits', '6-16 位字母与数字组合'],
  bluetoothKey: ['6 to 8 letters and digits', '6-8 位字母或数字'],
  unsealPassword: ['8 digits, each from 1 to 6', '8 位数字，每位为 1-6'],
  unknown: ['This field does not exist', '没有该字段'],
} as const satisfies Record<string, Label>;

export type RuleName = keyof typeof ruleTexts;

const MARK = '@@react-admin@@';

/** Encodes a message for yup. react-admin translates this form for display, the server with `ruleText`. */
export const rule = (name: RuleName, args: Readonly<Record<string, unknown>> = {}): string =>
  `${MARK}${JSON.stringify({ message: `rules.${name}`, args })}`;

/** Translates a message; a text that is no rule is returned unchanged. */
export const ruleText = (message: string, locale: Locale): string => {
  if (!message.startsWith(MARK)) return message;
  const { message: key, args } = JSON.parse(message.slice(MARK.length)) as {
    message: string;
    args: Record<string, unknown>;
  };
  const label: Label | undefined =
    key === 'rules.own' ? (args.label as Label) : ruleTexts[key.slice('rules.'.length) as RuleName];
  if (!label) return key;
  return filledText(textOf(label, locale), args);
};

/** Encodes a message from a declaration for yup. */
export const labelMessage = (label: Label): string =>
  `${MARK}${JSON.stringify({ message: 'rules.own', args: { label } })}`;

/** Rule of kinds whose values are no texts: a value passes a test, unless it is null. */
export const valueRule = (
  { mixed }: Pick<typeof Yup, 'mixed'>,
  name: RuleName,
  isValid: (value: unknown) => boolean,
): Yup.Schema =>
  mixed().test(
    name,
    rule(name),
    (value) => value === null || value === undefined || isValid(value),
  );

/** Base rule of all number kinds. */
export const numberRule = (
  { number }: Pick<typeof Yup, 'number'>,
  { min, max, integer }: { min?: number; max?: number; integer?: boolean },
): Yup.NumberSchema => {
  let value = number().typeError(rule('number'));
  if (integer) value = value.integer(rule('integer'));
  if (min !== undefined) value = value.min(min, rule('atLeast', { min }));
  return max === undefined ? value : value.max(max, rule('atMost', { max }));
};

/** Base rule of all text kinds: rejects values that are not strings, and limits the length to `max` code points. */
export const textRule = (
  { string }: Pick<typeof Yup, 'string'>,
  max?: number,
): Yup.StringSchema => {
  const text = string().strict().typeError(rule('text'));
  const fits = (value?: string | null) => !max || !value || truncate(value, max) === value;
  return max ? text.test('max', rule('max', { max }), fits) : text;
};
