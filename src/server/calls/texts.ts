import { type Label, locales } from '../../domain/label';

/** What the server says to users; `%{name}` is replaced by the argument of that name. */
export const texts = {
  fail: ['Something went wrong on the server. Please try again.', '服务器出错，请重试。'],
  malformed: ['The request is not valid JSON.', '请求不是有效的 JSON。'],
  tooLarge: ['The request is too large.', '请求内容过大。'],
  noSuchCall: ['There is no call %{path}.', '没有接口 %{path}。'],
  signError: ['The sign of the request is wrong.', '请求签名错误。'],
  clock: [
    'The clock of your computer differs from the server’s by more than 5 minutes.',
    '您的电脑时间与服务器时间相差超过 5 分钟。',
  ],
  repeated: ['This request was already received.', '该请求已被接收，请勿重复提交。'],
  signedOut: ['Your sign-in has ended. Please sign in again.', '登录状态已失效，请重新登录。'],
  noPermission: ['You have no permission to do this.', '您没有执行此操作的权限。'],
  check: ['Please check: %{names}.', '请检查：%{names}。'],
  outOfRange: ['A value is out of range.', '数值超出范围。'],
  notFound: ['There is no such record.', '记录不存在。'],
  inUse: ['It is still in use by: %{by}.', '仍被以下数据使用：%{by}。'],
  stale: [
    'Somebody else has changed this meanwhile. Nothing was saved.',
    '该记录已被他人修改，本次未保存。',
  ],
  changedByOther: ['Was changed by somebody else', '已被他人修改'],
  notNow: ['Not possible with its present: %{names}', '当前状态下不可操作：%{names}'],
  notEditable: ['Cannot be set here', '此处不可设置'],
  fixed: ['Cannot be changed', '不可修改'],
  ids: ['Must name at least one record, and at most %{max}', '至少选择一条记录，最多 %{max} 条'],
  sns: ['Must name at least one device, and at most %{max}', '至少选择一台设备，最多 %{max} 台'],
  page: ['Must be a whole number from %{min} to %{max}', '必须是 %{min} 到 %{max} 的整数'],
  noFilter: ['The list cannot be filtered by this', '不支持按此条件筛选'],
  noSort: ['The list cannot be sorted by this', '不支持按此字段排序'],
  sortOrder: ['Must be one of: %{values}', '只能是：%{values}'],
  noColumn: ['There is no such column', '没有该列'],
  cursor: ['The view has to be loaded anew.', '视图需要重新加载。'],
  nothingWaiting: ['No command of these is still waiting.', '所选指令均已不在等待中。'],
  nothingFinished: ['No command of these has finished.', '所选指令均尚未结束。'],
  wrongLogin: ['The user name or the password is wrong.', '用户名或密码错误。'],
  disabled: ['This account or its organisation has been disabled.', '该账号或其所属机构已被停用。'],
  throttled: [
    'Too many failed attempts. Please try again in %{minutes} minutes.',
    '失败次数过多，请在 %{minutes} 分钟后重试。',
  ],
  wrongPassword: ['The old password is wrong', '原密码错误'],
  mustChange: ['Please choose a password of your own first.', '请先修改初始密码。'],
  samePassword: ['Must differ from the old password', '新密码不能与原密码相同'],
  noFile: ['A file is missing', '缺少文件'],
  fileTooLarge: ['The file is larger than %{max} MB', '文件大于 %{max} MB'],
  fileType: ['Only these files are taken: %{types}', '只支持以下文件：%{types}'],
  noSuchFile: ['There is no such file; please upload it again', '文件不存在，请重新上传'],
  noSpreadsheet: ['Not a readable .xlsx spreadsheet', '不是可读取的 .xlsx 表格'],
  sheetTooLarge: ['The spreadsheet is too large: at most %{max} rows', '表格过大：最多 %{max} 行'],
  unknownHeader: ['There is no column called %{names}', '没有名为 %{names} 的列'],
  missingHeader: ['These columns are missing: %{names}', '缺少以下列：%{names}'],
  doubleHeader: ['This column is there twice: %{names}', '重复的列：%{names}'],
  unreadable: ['Cannot be understood', '无法识别'],
  ambiguous: ['There are several records of this name', '存在多条同名记录'],
  twiceInFile: ['Is also in row %{row}', '与第 %{row} 行重复'],
  numberForText: [
    'The spreadsheet has cut this number; format the column as text',
    '表格已截断该数字，请将该列设为文本格式',
  ],
  tooManyRows: [
    'There are more than %{max} rows. Please narrow the list first.',
    '超过 %{max} 行，请先缩小筛选范围。',
  ],
  allowed: ['Allowed', '可选值'],
  needed: ['Required', '必填'],
  column: ['Column', '列'],
  templateData: ['Data', '数据'],
  templateHelp: ['Columns', '列说明'],
} as const satisfies Record<string, Label>;

export type TextName = keyof typeof texts;

const fill = (text: string, args: Readonly<Record<string, unknown>>): string =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));

/** A text in every language. An argument that is a label itself comes in the language of the text around it. */
export const text = (name: TextName, args: Readonly<Record<string, unknown>> = {}): Label =>
  locales.map((_, i) =>
    fill(texts[name][i] ?? texts[name][0], inLanguage(args, i)),
  ) as unknown as Label;

const inLanguage = (args: Readonly<Record<string, unknown>>, i: number) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? value[i] : value]),
  );
