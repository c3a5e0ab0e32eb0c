import { filledLabel, type Label } from '../domain/label';

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
  notEncrypted: ['Must be encrypted before it is sent', '密码必须加密后传输'],
  ids: ['Must name at least one record, and at most %{max}', '至少选择一条记录，最多 %{max} 条'],
  sns: ['Must name at least one device, and at most %{max}', '至少选择一台设备，最多 %{max} 台'],
  page: ['Must be a whole number from %{min} to %{max}', '必须是 %{min} 到 %{max} 的整数'],
  noFilter: ['The list cannot be filtered by this', '不支持按此条件筛选'],
  noSort: ['The list cannot be sorted by this', '不支持按此字段排序'],
  sortOrder: ['Must be one of: %{values}', '只能是：%{values}'],
  noCount: ['Cannot be counted by this', '不支持按此字段统计'],
  noColumn: ['There is no such column', '没有该列'],
  cursor: ['The view has to be loaded anew.', '视图需要重新加载。'],
  nothingWaiting: ['No command of these is still waiting.', '所选指令均已不在等待中。'],
  nothingFinished: ['No command of these has finished.', '所选指令均尚未结束。'],
  itemTaken: ['This dictionary already has an item of this code', '该字典中已有此编码'],
  dictHasItems: [
    'The dictionary still has items: %{items}. Please delete them first.',
    '字典中仍有字典项：%{items}，请先删除。',
  ],
  mapKeyTaken: ['This map already has a key for this terminal', '该地图在此终端上已有密钥'],
  passwordAgain: [
    'Please enter the password again: it would be sent to another server',
    '服务器信息已修改，请重新输入密码',
  ],
  mailSent: ['A test mail was sent to %{to}.', '测试邮件已发送至 %{to}。'],
  testMailSubject: ['Test mail from Sealdesk', 'Sealdesk 测试邮件'],
  testMailText: [
    'This mail was sent to check the mail account %{sender}. It works.',
    '这是用于检查邮箱账号 %{sender} 的测试邮件，账号可以正常使用。',
  ],
  mailUnreachable: [
    'No mail server can be reached at %{host}. Check server and port.',
    '无法连接邮件服务器 %{host}，请检查服务器和端口。',
  ],
  mailCertificate: [
    'The certificate of %{host} is not trusted: it is self-signed, expired or of another name.',
    '%{host} 的证书不受信任：可能是自签名、已过期或域名不符。',
  ],
  mailEncryption: [
    'The mail server does not offer the chosen encryption. Check encryption and port.',
    '邮件服务器不支持所选的加密方式，请检查加密方式和端口。',
  ],
  mailLogin: [
    'The mail server refuses the login. Check user and password.',
    '邮件服务器拒绝登录，请检查用户名和密码。',
  ],
  mailSender: [
    'The mail server does not let this account send as this sender.',
    '邮件服务器不允许该账号以此发件邮箱发信。',
  ],
  mailRecipient: ['The mail server refuses this recipient', '邮件服务器拒绝此收件邮箱'],
  mailRefused: ['The mail server refuses the mail.', '邮件服务器拒绝了该邮件。'],
  firmwareRun: [
    'There are locks that run this version: %{sns}. It cannot be deleted.',
    '仍有设备在使用该版本：%{sns}，不能删除。',
  ],
  firmwareFetched: [
    'Upgrades to this version are under way: %{sns}. Its file cannot be replaced.',
    '正在升级到该版本：%{sns}，不能更换文件。',
  ],
  firmwareUnderWay: [
    'Upgrades to this version are under way: %{sns}. It cannot be deleted.',
    '正在升级到该版本：%{sns}，不能删除。',
  ],
  wrongLogin: ['The user name or the password is wrong.', '用户名或密码错误。'],
  disabled: ['This account or its organisation has been disabled.', '该账号或其所属机构已被停用。'],
  throttled: [
    'Too many failed attempts. Please try again in %{minutes} minutes.',
    '失败次数过多，请在 %{minutes} 分钟后重试。',
  ],
  wrongPassword: ['The old password is wrong', '原密码错误'],
  mustChange: ['Please choose a password of your own first.', '请先修改初始密码。'],
  samePassword: ['Must differ from the old password', '新密码不能与原密码相同'],
  andMore: ['%{names} and %{count} more', '%{names}等，另有 %{count} 项'],
  ownOrg: [
    'Your own organisation cannot be disabled, deleted or moved by you.',
    '不能停用、删除或移动您所在的机构。',
  ],
  rootOrg: [
    'The organisation above all others cannot be disabled, deleted or moved.',
    '不能停用、删除或移动顶级机构。',
  ],
  rolesLeftBehind: [
    'Operators there have roles of organisations they would no longer belong to: %{names}',
    '其操作员使用的角色属于移动后不再隶属的机构：%{names}',
  ],
  ownAccount: ['Not possible with your own account.', '不能对自己的账号执行此操作。'],
  ownRights: ['Cannot be changed for your own account', '不能修改自己账号的此项'],
  ownPassword: [
    'Your own password is changed under “Change Password”.',
    '请通过“修改密码”更改自己的密码。',
  ],
  systemAdministrator: [
    'Only the system administrator can change their own account.',
    '系统管理员账号只能由本人修改。',
  ],
  systemRole: [
    'The system administrator’s role always has everything and cannot be changed.',
    '系统管理员角色拥有全部权限，不能修改。',
  ],
  roleOfAbove: [
    'This role belongs to an organisation above yours: you can give it, not change it.',
    '该角色属于上级机构，只能使用，不能修改。',
  ],
  roleOfOther: ['This role belongs to another organisation', '该角色属于其他机构'],
  notGrantable: [
    'You or the superior role do not have: %{names}',
    '您或上级角色没有以下权限：%{names}',
  ],
  superiorLacks: ['That role does not have: %{names}', '该角色没有以下权限：%{names}'],
  losesRoles: [
    'With this you would lose your own way to the roles.',
    '修改后您将失去对角色的管理权限。',
  ],
  menuLevels: ['Menus have two levels', '菜单最多两级'],
  fixedPage: ['This is the address of a fixed page', '该地址属于系统固定页面'],
  lastMenuPage: [
    'This is the last way to the page of menus. It has to stay.',
    '这是进入菜单管理的最后入口，必须保留。',
  ],
  noFile: ['A file is missing', '缺少文件'],
  fileTooLarge: ['The file is larger than %{max} MB', '文件大于 %{max} MB'],
  fileType: ['Only these files are taken: %{types}', '只支持以下文件：%{types}'],
  notUploaded: ['Has to be uploaded here', '必须先上传文件'],
  addressElsewhere: [
    'Upload the file, or give an address below %{base}',
    '请上传文件，或填写 %{base} 下的地址',
  ],
  quota: [
    'The files of your organisation would take more than %{max} MB. Delete some first.',
    '贵机构的文件总量将超过 %{max} MB，请先删除部分文件。',
  ],
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
  jobOperator: ['Who started this may not sign in any more.', '发起人账号已不可用，任务已终止。'],
  exportGone: [
    'The file is not there any more. Please export again.',
    '文件已不存在，请重新导出。',
  ],
  noRows: ['There is nothing to add in it', '其中没有可添加的数据'],
  numbersLeft: ['Only %{count} numbers are left from here', '从此号起只剩 %{count} 个号码'],
  moreProblems: ['and %{count} more', '另有 %{count} 项'],
  rowNumber: ['Row %{row}', '第 %{row} 行'],
  row: ['Row', '行号'],
  whatIsWrong: ['What is wrong', '错误原因'],
  errorFile: ['errors', '错误'],
  childLocks: ['A lock has at most %{max} child locks', '每把主锁最多 %{max} 把子锁'],
  childLocksThere: [
    'The lock has %{count} child locks already: there is room for %{room} more',
    '该主锁已有 %{count} 把子锁，还可添加 %{room} 把',
  ],
  cardInRule: ['Still used by the regional rules: %{names}', '仍被以下区域刷卡规则使用：%{names}'],
  outsideRule: [
    'Not of the organisation of this rule or one below it: %{names}',
    '不属于该规则所在机构或其下级机构：%{names}',
  ],
  allowed: ['Allowed', '可选值'],
  needed: ['Required', '必填'],
  column: ['Column', '列'],
  templateData: ['Data', '数据'],
  templateHelp: ['Columns', '列说明'],
} as const satisfies Record<string, Label>;

export type TextName = keyof typeof texts;

/** A text in every language. An argument that is a label itself comes in the language of the text around it. */
export const text = (name: TextName, args: Readonly<Record<string, unknown>> = {}): Label =>
  filledLabel(texts[name], args);
