import { filledLabel, type Label } from '../../domain/label';
import { ruleTexts } from '../../fields';
import { limitTexts } from '../../protocol/contracts/limitTexts';

/** Texts that the server shows to users. `%{name}` is replaced by the argument of that name. */
export const serverTexts = {
  ...limitTexts,
  fail: ['Something went wrong on the server. Try again.', '服务器出错，请重试。'],
  failWithId: [
    'Something went wrong on the server. Try again. If it happens again, tell the administrator this number: %{id}.',
    '服务器出错，请重试。如再次出错，请将此编号告知管理员：%{id}。',
  ],
  databaseLate: [
    'The database does not answer. Nothing was changed. Try again later.',
    '数据库无响应，未作任何更改，请稍后重试。',
  ],
  databaseUncertain: [
    'The database does not answer. The change may have been saved: check before you repeat it.',
    '数据库无响应，更改可能已保存：重复操作前请先核对。',
  ],
  databaseReadOnly: [
    'The database takes no changes at the moment. Nothing was changed. Try again later.',
    '数据库目前为只读，未作任何更改，请稍后重试。',
  ],
  malformed: ['The request is not valid JSON.', '请求不是有效的 JSON。'],
  noObject: ['The request must be a JSON object.', '请求必须是 JSON 对象。'],
  unstorable: ['Has characters that cannot be stored', '含有无法存储的字符'],
  noMember: ['Has a field that does not exist: %{name}', '含有不存在的字段：%{name}'],
  contentType: ['The content type of the request is not supported.', '不支持该请求的内容类型。'],
  malformedForm: [
    'The upload is incomplete or damaged. Send it again.',
    '上传内容不完整或已损坏，请重新上传。',
  ],
  tooOld: [
    'This server is too old for its database, which needs %{name}. Update the server.',
    '服务器版本低于数据库要求（%{name}），请升级服务器。',
  ],
  tooLarge: ['The request is too large.', '请求内容过大。'],
  oneFile: ['Send one file at a time.', '每次只能上传一个文件。'],
  tooDeep: [
    'The request is nested too deeply. The limit is %{max} levels.',
    '请求嵌套过深：最多 %{max} 层。',
  ],
  noSuchCall: ['The call %{path} does not exist.', '没有接口 %{path}。'],
  signError: ['The signature of the request is wrong.', '请求签名错误。'],
  clock: [
    'The clock of your computer differs from the server’s by more than 5 minutes.',
    '您的电脑时间与服务器时间相差超过 5 分钟。',
  ],
  repeated: [
    'This request was received before. Do not send it twice.',
    '该请求已被接收，请勿重复提交。',
  ],
  signedOut: ['Your session has ended. Sign in again.', '登录状态已失效，请重新登录。'],
  noPermission: ['You have no permission to do this.', '您没有执行此操作的权限。'],
  check: ['Check these fields: %{names}.', '请检查：%{names}。'],
  outOfRange: ['A value is out of range.', '数值超出范围。'],
  notFound: ['This record does not exist.', '记录不存在。'],
  behindTraccar: [
    '%{sn} connects through Traccar. Set it up there',
    '%{sn} 经由 Traccar 接入，请在 Traccar 中配置',
  ],
  noTraccarWords: [
    'The device type has no Traccar words for this command',
    '其设备类型未填写此指令的 Traccar 指令内容',
  ],
  brokerNotOurs: [
    'Locks connect to the broker at %{address}, which manages their passwords',
    '设备连接到 %{address} 的消息服务器，密码由该服务器管理',
  ],
  gatewayOff: [
    '%{sn}: this server does not accept locks with the protocol %{protocol}. Set its port first',
    '%{sn}：本服务器未开启%{protocol}协议的监听端口，请先设置',
  ],
  gatewayOnlyHere: [
    'This server accepts locks with a manufacturer’s protocol from this machine only. For locks elsewhere, set GATEWAY_LISTEN and GATEWAY_PUBLIC_HOST.',
    '厂家协议的监听仅限本机：如需外部设备接入，请设置 GATEWAY_LISTEN 和 GATEWAY_PUBLIC_HOST。',
  ],
  brokerOnlyHere: [
    'The broker accepts locks from this machine only. For locks elsewhere, set MQTT_LISTEN and MQTT_PUBLIC_URL.',
    '消息服务器仅在本机监听：如需外部设备接入，请设置 MQTT_LISTEN 和 MQTT_PUBLIC_URL。',
  ],
  inUse: ['Still in use by %{by}.', '仍被以下数据使用：%{by}。'],
  stale: [
    'Another user changed this record. Nothing was saved.',
    '该记录已被他人修改，本次未保存。',
  ],
  changedByOther: ['Changed by another user', '已被他人修改'],
  onlyActions: ['Only actions change this: %{actions}', '只能通过操作修改：%{actions}'],
  notEditable: ['Cannot be set here', '此处不可设置'],
  fixed: ['Cannot be changed', '不可修改'],
  notEncrypted: ['Must be encrypted before it is sent', '密码必须加密后传输'],
  noneChosen: ['Please Select At Least One Item', '请至少选择一项'],
  noTargets: ['Choose which locks', '请选择设备'],
  ids: ['Choose up to %{max} records', '最多选择 %{max} 条记录'],
  start: ['%{label} (from)', '%{label}（起）'],
  end: ['%{label} (to)', '%{label}（止）'],
  noFilter: ['The list cannot be filtered by this', '不支持按此条件筛选'],
  noSort: ['The list cannot be sorted by this', '不支持按此字段排序'],
  sortOrder: ['Must be one of: %{values}', '只能是：%{values}'],
  noColumn: ['These columns do not exist: %{names}', '没有该列：%{names}'],
  unknownZone: [
    'Unknown time zone: %{zone}. Use a name such as Asia/Shanghai',
    '未知时区：%{zone}，请使用类似 Asia/Shanghai 的名称',
  ],
  cursor: ['Reload the view.', '视图需要重新加载。'],
  reasonNeeded: ['Enter a reason', '请填写原因'],
  typeThis: ['Type %{what} to confirm', '请输入 %{what} 以确认'],
  typedElsewhere: [
    'This command must be confirmed by typing. Send it yourself, from the list of locks.',
    '该指令须输入确认，请在设备列表中自行下发。',
  ],
  otherBatch: [
    'This batch is no longer valid. Send the commands again.',
    '该批次已失效，请重新下发。',
  ],
  codeWrong: [
    'Wrong or expired. After 5 attempts or 5 minutes, request a new code',
    '验证码错误或已失效：输错五次或超过五分钟后请重新获取',
  ],
  codeSoon: [
    'A code was just sent. Request another in %{seconds} seconds.',
    '验证码刚刚发送，请在 %{seconds} 秒后重试。',
  ],
  codeText: [
    'Your code for “%{what}” is %{code}. It is valid for 5 minutes. Do not share it.',
    '您的“%{what}”验证码为 %{code}，五分钟内有效，请勿告知他人。',
  ],
  codeNowhere: [
    'We cannot send you a code. Ask your administrator to enter your phone or e-mail address, and to set up SMS or a mail account.',
    '无法向您发送验证码：请联系管理员填写您的手机号或邮箱，并配置短信或邮箱账号。',
  ],
  codeNotSent: ['The code could not be sent. Try again later.', '验证码发送失败，请稍后重试。'],
  nothingLeft: ['No locks are left to send this command to.', '没有待补发的设备。'],
  noMoreWaves: ['There are no more waves.', '没有后续批次。'],
  askerMayNot: [
    'The sender no longer has permission to send this command.',
    '申请人已无权下发该指令。',
  ],
  nothingWaiting: ['None of these commands is waiting any more.', '所选指令均已不在等待中。'],
  nothingFinished: ['None of these commands has finished.', '所选指令均尚未结束。'],
  dictHasItems: [
    'The dictionary still has items: %{items}. Delete them first.',
    '字典中仍有字典项：%{items}，请先删除。',
  ],
  tileKeyUnknown: [
    'Google does not know the map key. Copy it again from “Keys & Credentials” in the Google Cloud console.',
    'Google 无法识别该地图密钥，请在 Google Cloud 控制台的“密钥和凭据”中重新复制。',
  ],
  tileBilling: [
    'The Google Cloud project of the map key has no billing account. Link one under “Billing” in the Google Cloud console.',
    '地图密钥所属的 Google Cloud 项目未关联结算账号，请在 Google Cloud 控制台的“结算”中关联。',
  ],
  tileServiceOff: [
    'The Map Tiles API is off in the Google Cloud project of the map key. Enable it under “APIs & Services”.',
    '地图密钥所属的 Google Cloud 项目未启用 Map Tiles API，请在“API 和服务”中启用。',
  ],
  tileServiceBlocked: [
    'The map key may not use the Map Tiles API. Add this API to the API restrictions of the key.',
    '该地图密钥不允许使用 Map Tiles API，请将此 API 加入密钥的 API 限制。',
  ],
  tileReferrer: [
    'The map key does not allow the address %{origin}. Add %{origin}/* to its website restrictions.',
    '该地图密钥不允许地址 %{origin}，请将 %{origin}/* 加入其网站限制。',
  ],
  tileKeyKind: [
    'The map key is restricted to IP addresses or apps. Restrict it to websites instead: browsers use it.',
    '该地图密钥限定于 IP 地址或应用，而使用它的是浏览器，请改为限定网站。',
  ],
  tileQuota: [
    'The quota of the map key is used up. Raise it under “Quotas” in the Google Cloud console, or wait until it renews.',
    '地图密钥的配额已用完，请在 Google Cloud 控制台的“配额”中提高，或等待配额恢复。',
  ],
  tileSuspended: [
    'The Google Cloud project of the map key is suspended or deleted. Restore it, or enter the key of another project.',
    '地图密钥所属的 Google Cloud 项目已停用或删除，请恢复项目，或填写其他项目的密钥。',
  ],
  tileUnreachable: [
    'The server cannot reach %{host}. Let its firewall allow HTTPS to that host.',
    '服务器无法访问 %{host}，请在防火墙中放行到该主机的 HTTPS。',
  ],
  tileRefused: [
    'Google refused the map key (%{why}). Check the key and its project in the Google Cloud console.',
    'Google 拒绝了该地图密钥（%{why}），请在 Google Cloud 控制台检查密钥及其项目。',
  ],
  passwordAgain: [
    'Enter the password again, because the server has changed',
    '服务器信息已修改，请重新输入密码',
  ],
  mailSent: ['A test mail was sent to %{to}.', '测试邮件已发送至 %{to}。'],
  noticeMany: ['%{count} messages about your locks', '您的锁有 %{count} 条消息'],
  noticeMore: ['… and %{count} more in the console', '……另有 %{count} 条，请在控制台查看'],
  testAlarmSubject: ['Test of the alarm settings', '报警设置测试'],
  testAlarmText: [
    'This was sent to check the alarm settings of %{what}. It works.',
    '这是用于检查%{what}报警设置的测试消息，设置可以正常使用。',
  ],
  testNobody: [
    'No one to notify. Turn on SMS or mail, and enter a phone or an e-mail address',
    '没有接收人：请启用短信或邮件，并填写手机号或邮箱',
  ],
  testSent: ['Sent to %{to}', '%{to}：已发送'],
  testFailed: ['Not sent to %{to}. %{why}', '%{to}：发送失败。%{why}'],
  noMailAccount: ['No mail account is enabled', '没有启用的邮箱账号'],
  alarmSettingsTwice: ['Settings for this already exist', '已有对应的报警设置'],
  escalatedAfter: ['After %{minutes} min: %{to}', '%{minutes} 分钟后：%{to}'],
  muteTooLong: ['Up to %{days} days', '最长 %{days} 天'],
  nothingToMute: [
    'Nothing was muted. The lock was deleted or belongs to another organisation.',
    '未静音：设备已删除或属于其他机构。',
  ],
  muteEnded: ['The mute has ended.', '静音已结束。'],
  muteNotYours: ['An organisation above yours has set this mute.', '该静音由上级机构设置。'],
  notForwarded: [
    'Only https addresses on the public internet are called',
    '仅推送到公网 https 地址',
  ],
  webhookSecret: ['Secret of %{name}', '%{name} 的密钥'],
  secretLabel: ['Secret', '密钥'],
  testWebhookSubject: ['Test call', '测试推送'],
  webhookTold: ['%{name} answered %{status}.', '%{name} 已应答：%{status}。'],
  webhookFailed: ['%{name} was not notified: %{why}', '%{name} 推送失败：%{why}'],
  notOfOrganisation: [
    'Choose an enabled user of the lock’s organisation or one above it',
    '须为该设备所属机构或其上级机构的在用用户',
  ],
  smsNoGateway: [
    'No SMS gateway is set up (SMS_URL of the server)',
    '未配置短信网关（服务器的 SMS_URL）',
  ],
  smsDayOver: [
    'This lock has reached its limit of %{most} SMS for today',
    '该设备当日短信已达 %{most} 条上限',
  ],
  smsNoneLeft: ['The organisation has no SMS left', '机构的短信余额不足'],
  testMailSubject: ['Test mail from Sealdesk', 'Sealdesk 测试邮件'],
  testMailText: [
    'This mail was sent to check the mail account %{sender}. It works.',
    '这是用于检查邮箱账号 %{sender} 的测试邮件，账号可以正常使用。',
  ],
  mailUnreachable: [
    'The mail server %{host} cannot be reached. Check server and port.',
    '无法连接邮件服务器 %{host}，请检查服务器和端口。',
  ],
  mailCertificate: [
    'The certificate of %{host} is not trusted. It is self-signed, expired or for another name.',
    '%{host} 的证书不受信任：可能是自签名、已过期或域名不符。',
  ],
  mailEncryption: [
    'The mail server does not support this encryption. Check encryption and port.',
    '邮件服务器不支持所选的加密方式，请检查加密方式和端口。',
  ],
  mailLogin: [
    'The mail server refuses the sign-in. Check user name and password.',
    '邮件服务器拒绝登录，请检查用户名和密码。',
  ],
  mailSender: [
    'The mail server does not let this account send as this sender.',
    '邮件服务器不允许该账号以此发件邮箱发信。',
  ],
  mailRecipient: ['The mail server refuses this recipient', '邮件服务器拒绝此收件邮箱'],
  mailRefused: ['The mail server refuses the mail.', '邮件服务器拒绝了该邮件。'],
  firmwareRun: [
    'Locks still run this version: %{sns}. It cannot be deleted.',
    '仍有设备在使用该版本：%{sns}，不能删除。',
  ],
  firmwareFetched: [
    'Locks are upgrading to this version: %{sns}. Its file cannot be replaced.',
    '正在升级到该版本：%{sns}，不能更换文件。',
  ],
  firmwareUnderWay: [
    'Locks are upgrading to this version: %{sns}. It cannot be deleted.',
    '正在升级到该版本：%{sns}，不能删除。',
  ],
  wrongLogin: ['The user name or password is wrong.', '用户名或密码错误。'],
  disabled: [
    'This account or its organisation is disabled. Ask your administrator.',
    '该账号或其所属机构已被停用。',
  ],
  throttled: [
    'Too many failed attempts. Try again in %{minutes} min.',
    '失败次数过多，请在 %{minutes} 分钟后重试。',
  ],
  invitationOver: [
    'This link is no longer valid. Ask your administrator for a new invitation.',
    '该链接已失效，请联系管理员重新发送邀请。',
  ],
  invitationSubject: ['Your account is ready', '您的账号已开通'],
  invitationMail: [
    '%{name}, you have an account for %{title}, with the login name %{login}. Open this link to set your password and sign in. It works once, within 48 hours.',
    '%{name}，您的%{title}账号已开通，登录名为 %{login}。请打开以下链接设置密码并登录。链接仅可使用一次，48 小时内有效。',
  ],
  noInvitations: [
    'Invitations need an enabled mail account and the address of the console (PUBLIC_URL).',
    '发送邀请需要已启用的邮箱账号，以及控制台地址（PUBLIC_URL）。',
  ],
  noEmail: ['Has no e-mail address', '没有邮箱'],
  hasPassword: ['Has a password already. Use “Reset password”.', '已设置密码，请使用“重置密码”。'],
  passwordOrMail: [
    'Enter a password, or the e-mail address for an invitation',
    '请填写密码，或填写用于接收邀请的邮箱',
  ],
  wrongPassword: ['The old password is wrong', '原密码错误'],
  mustChange: ['Choose your own password first.', '请先修改初始密码。'],
  samePassword: ['Must differ from the old password', '新密码不能与原密码相同'],
  andMore: ['%{names} and %{count} more', '%{names}等，另有 %{count} 项'],
  ownOrg: [
    'You cannot disable, delete or move your own organisation.',
    '不能停用、删除或移动您所在的机构。',
  ],
  rootOrg: [
    'The top organisation cannot be disabled, deleted or moved.',
    '不能停用、删除或移动顶级机构。',
  ],
  rolesLeftBehind: [
    'Some users have roles of organisations that would no longer be above them: %{names}',
    '其用户使用的角色属于移动后不再隶属的机构：%{names}',
  ],
  looksTaken: ['Looks like the login name of another user', '与其他用户的登录名外观相同'],
  ownAccount: ['You cannot do this with your own account.', '不能对自己的账号执行此操作。'],
  ownRights: ['You cannot change this for your own account', '不能修改自己账号的此项'],
  ownPassword: [
    'Change your own password under “Change Password”.',
    '请通过“修改密码”更改自己的密码。',
  ],
  systemAdministrator: [
    'Only the system administrator can change this account.',
    '系统管理员账号只能由本人修改。',
  ],
  systemRole: [
    'The system administrator’s role has all permissions and cannot be changed.',
    '系统管理员角色拥有全部权限，不能修改。',
  ],
  roleOfAbove: [
    'This role belongs to an organisation above yours. You can assign it but not change it.',
    '该角色属于上级机构，只能使用，不能修改。',
  ],
  roleOfOther: ['This role belongs to another organisation', '该角色属于其他机构'],
  notGrantable: [
    'You or the superior role do not have: %{names}',
    '您或上级角色没有以下权限：%{names}',
  ],
  superiorLacks: ['That role does not have: %{names}', '该角色没有以下权限：%{names}'],
  setBelow: [
    'Set by an organisation that is not above this one: %{fields}. Only an organisation above both can move the record there.',
    '%{fields}由非上级机构设置，只有双方的上级机构可以将其移入该机构',
  ],
  smsNotBought: [
    '%{org} has %{total} SMS for itself and the organisations below it. Up to %{most} are left here',
    '“%{org}”共有 %{total} 条短信供本机构及下级机构使用，此处最多 %{most} 条',
  ],
  smsGiven: [
    'Organisations below already have %{given}. Enter at least that many',
    '下级机构已分配 %{given} 条，不能少于该数',
  ],
  losesRoles: ['You would lose your own access to the roles.', '修改后您将失去对角色的管理权限。'],
  noSuchMenu: ['This menu does not exist.', '菜单不存在。'],
  menuLevels: ['Menus have two levels', '菜单最多两级'],
  fixedPage: ['This is the address of a fixed page', '该地址属于系统固定页面'],
  lastMenuPage: [
    'This is the last menu that opens the Menus page. It must stay.',
    '这是进入菜单管理的最后入口，必须保留。',
  ],
  noFile: ['Choose a file', '缺少文件'],
  fileTooLarge: ruleTexts.fileTooLarge,
  fileType: ruleTexts.fileType,
  notUploaded: ['Upload the file here', '必须先上传文件'],
  addressElsewhere: [
    'Upload the file, or enter an address under %{base}',
    '请上传文件，或填写 %{base} 下的地址',
  ],
  quota: [
    'Your organisation’s files would exceed %{max} MB. Delete some first.',
    '贵机构的文件总量将超过 %{max} MB，请先删除部分文件。',
  ],
  noSuchFile: ['The file no longer exists. Upload it again', '文件不存在，请重新上传'],
  noSpreadsheet: ['Not a readable .xlsx spreadsheet', '不是可读取的 .xlsx 表格'],
  sheetTooLarge: [
    'The spreadsheet is too large. The limit is %{max} rows',
    '表格过大：最多 %{max} 行',
  ],
  sheetTooWide: [
    'The spreadsheet is too wide. The limit is %{max} columns',
    '表格过宽：最多 %{max} 列',
  ],
  sheetTooFull: [
    'The spreadsheet is too large when unpacked. The limit is %{max} MB',
    '表格解压后过大：最多 %{max} MB',
  ],
  sheetTooHeavy: [
    'Reading the spreadsheet takes more than %{max} MB of memory',
    '读取表格所需内存超过 %{max} MB',
  ],
  sheetTooSlow: [
    'Reading the spreadsheet takes more than %{max} seconds',
    '读取表格所需时间超过 %{max} 秒',
  ],
  sheetsBusy: [
    'The server is reading other spreadsheets. Try again.',
    '服务器正在读取其他表格，请重试。',
  ],
  readingLate: [
    'The server is too busy to read the spreadsheet now. Try again.',
    '服务器繁忙，暂时无法读取表格，请重试。',
  ],
  unknownHeader: ['No column is called %{names}', '没有名为 %{names} 的列'],
  missingHeader: ['These columns are missing: %{names}', '缺少以下列：%{names}'],
  doubleHeader: ['Duplicate columns: %{names}', '重复的列：%{names}'],
  notFoundNamed: ['No record is called %{names}', '没有名为 %{names} 的记录'],
  ambiguousNamed: ['Several records are called %{names}', '存在多条名为 %{names} 的记录'],
  ambiguous: ['Several records have this name', '存在多条同名记录'],
  twiceInFile: ['Also in row %{row}', '与第 %{row} 行重复'],
  errorCell: ['The cell has an error: %{error}', '单元格有错误：%{error}'],
  numberForText: [
    'The spreadsheet cut this number. Format the column as text',
    '表格已截断该数字，请将该列设为文本格式',
  ],
  tooManyRows: [
    'More than %{max} rows. Narrow the list first.',
    '超过 %{max} 行，请先缩小筛选范围。',
  ],
  jobOperator: [
    'The user who started this may no longer do so.',
    '发起人账号已不可用或已无此权限，任务已终止。',
  ],
  exportGone: ['The file no longer exists. Export again.', '文件已不存在，请重新导出。'],
  noRows: ['The file has nothing to add', '其中没有可添加的数据'],
  tooManyNumbers: ['Up to %{max} numbers at a time', '一次最多 %{max} 个号码'],
  numbersLeft: ['Only %{count} numbers are left from this one', '从此号起只剩 %{count} 个号码'],
  moreProblems: ['and %{count} more', '另有 %{count} 项'],
  rowNumber: ['Row %{row}', '第 %{row} 行'],
  row: ['Row', '行号'],
  whatIsWrong: ['Problem', '错误原因'],
  errorFile: ['errors', '错误'],
  childLocks: ['A main lock has up to %{max} child locks', '每把主锁最多 %{max} 把子锁'],
  childLocksThere: [
    'The lock already has %{count} child locks. You can add %{room} more',
    '该主锁已有 %{count} 把子锁，还可添加 %{room} 把',
  ],
  cardInRule: ['Still used by regional rules: %{names}', '仍被以下区域刷卡规则使用：%{names}'],
  outsideRule: [
    'Outside this rule’s organisation and those below it: %{names}',
    '不属于该规则所在机构或其下级机构：%{names}',
  ],
  outsideFence: [
    'Outside this geofence’s organisation and those below it: %{names}',
    '不属于该围栏所在机构或其下级机构：%{names}',
  ],
  atPoint: ['at point of interest %{name}', '位于兴趣点 %{name}'],
  inFence: ['in geofence %{name}', '位于围栏 %{name}'],
  allowed: ['Allowed', '可选值'],
  notLater: ['Must be later than the start', '必须晚于开始时间'],
  rangeTooLong: ['Choose a time range of up to %{max} days', '时间范围最多 %{max} 天'],
  reportAbout: ['About', '说明'],
  sum: ['Total', '合计'],
  listMail: ['%{owner} sends you the list “%{title}”.', '%{owner} 向您发送列表：%{title}。'],
  mayNotGet: ['Cannot get this list: %{names}', '无法接收此列表：%{names}'],
  recipientUnknown: ['%{name} (unknown user)', '%{name}（未知用户）'],
  recipientDisabled: ['%{name} (disabled)', '%{name}（已停用）'],
  recipientNoEmail: ['%{name} (no e-mail address)', '%{name}（没有邮箱）'],
  recipientNoRight: ['%{name} (may not read this list)', '%{name}（无权查看此列表）'],
  reportMail: [
    '%{owner} has the report “%{title}” mailed to this address.',
    '%{owner} 设置将报表发送到本邮箱：%{title}。',
  ],
  attached: ['The file is attached.', '详见附件。'],
  tooLargeToAttach: [
    'The file is larger than %{max} MB, too large for a mail. Download it from the console.',
    '文件超过 %{max} MB，无法通过邮件发送，请在控制台下载。',
  ],
  trackTooLong: ['Choose a time range of up to %{max} minutes', '轨迹时间范围最多 %{max} 分钟'],
  north: ['%{km} km N of %{name}', '%{name}北 %{km} 公里'],
  northEast: ['%{km} km NE of %{name}', '%{name}东北 %{km} 公里'],
  east: ['%{km} km E of %{name}', '%{name}东 %{km} 公里'],
  southEast: ['%{km} km SE of %{name}', '%{name}东南 %{km} 公里'],
  south: ['%{km} km S of %{name}', '%{name}南 %{km} 公里'],
  southWest: ['%{km} km SW of %{name}', '%{name}西南 %{km} 公里'],
  west: ['%{km} km W of %{name}', '%{name}西 %{km} 公里'],
  northWest: ['%{km} km NW of %{name}', '%{name}西北 %{km} 公里'],
  column: ['Column', '列'],
  templateData: ['Data', '数据'],
  templateHelp: ['Columns', '列说明'],
} as const satisfies Record<string, Label>;

export type TextName = keyof typeof serverTexts;

/** Fills in a text in every language. An argument that is a label is inserted in the language of the text. */
export const serverLabel = (name: TextName, args: Readonly<Record<string, unknown>> = {}): Label =>
  filledLabel(serverTexts[name], args);
