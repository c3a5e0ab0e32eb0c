import { action, choices, entity, f, readViews, reportedViews } from '../config';
import { enabledChoice, newPasswordPattern, roleLabels } from '../domain/system';
import { loginName } from '../domain/text';
import { language } from './alarms';

const orgType = choices([
  [1, 'Provider', '运营商'],
  [2, 'Customer', '客户'],
  [3, 'Customs', '海关'],
]);

const menu = { group: 'system', icon: 'settings' };
const create_time = f.datetime(['Created', '创建时间'], { on: readViews });

const mobileNumber = {
  max: 20,
  pattern: /^1[3-9]\d{9}$/,
  message: ['Enter a mainland mobile number with 11 digits', '11 位手机号'],
} as const;

const PASSWORD = ['Password', '密码'] as const;

const newPassword = {
  virtual: true,
  on: ['create'],
  pattern: newPasswordPattern,
  rule: 'newPassword',
  confirm: true,
  help: ['6 to 16 characters, with letters and digits', '6-16 位字母与数字组合'],
} as const;

const enable = action(['Enable', '启用'], {
  done: ['%{title} enabled |||| %{smart_count} records enabled', '已启用 %{smart_count} 条'],
  when: { status: [0] },
  sets: { status: 1 },
  icon: 'enable',
});

const disable = action(['Disable', '停用'], {
  done: ['%{title} disabled |||| %{smart_count} records disabled', '已停用 %{smart_count} 条'],
  when: { status: [1] },
  sets: { status: 0 },
  confirm: [
    'Disable? Users who are signed in with it are signed out.',
    '确定停用吗？相关的登录会话将立即结束。',
  ],
  danger: true,
  icon: 'disable',
});

export const org = entity('org', ['Organisation', '机构'], {
  noun: ['organisation |||| organisations', '机构'],
  fields: {
    org_name: f.text(['Organisation', '机构名称'], {
      required: true,
      unique: true,
      max: 60,
    }),
    org_type: f.choice(['Type', '机构类型'], orgType, {
      required: true,
      initial: 2,
      changedBy: 'superior',
    }),
    parent_id: f.refTree(['Parent organisation', '上级机构'], 'org', {
      via: 'parent_name',
      help: ['Your own organisation if left empty', '留空则为您所在的机构'],
    }),
    status: f.choice(['Status', '状态'], enabledChoice, { initial: 1, on: reportedViews }),
    logo: f.image(['Logo', '标志'], { purpose: 'logo', on: ['create', 'edit', 'show', 'list'] }),
    sms_total: f.number(['SMS bought', '短信总数'], {
      integer: true,
      min: 0,
      max: 100_000_000,
      changedBy: 'superior',
    }),
    create_time,
    login_name: f.text(['First administrator: login name', '首个管理员登录名'], {
      virtual: true,
      required: true,
      max: 40,
      ...loginName,
      on: ['create', 'show'],
    }),
    oper_name: f.text(['First administrator: name', '首个管理员姓名'], {
      virtual: true,
      required: true,
      max: 40,
      on: ['create', 'show'],
    }),
    oper_phone: f.text(['First administrator: phone', '首个管理员手机号'], {
      ...mobileNumber,
      virtual: true,
      on: ['create', 'show'],
    }),
    role_id: f.ref(['First administrator: role', '首个管理员角色'], 'role', {
      virtual: true,
      required: true,
      via: 'roleName',
      on: ['create'],
    }),
    password: f.password(PASSWORD, { ...newPassword, required: true }),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  columns: ['org_name', 'org_type', 'parent_id', 'status', 'sms_total', 'create_time'],
  form: [
    ['org_name', 'org_type'],
    ['parent_id', 'sms_total'],
    'logo',
    ['login_name', 'oper_name'],
    ['oper_phone', 'role_id'],
    'password',
  ],
  actions: { enable, disable },
  related: [
    { entity: 'oper', foreignField: 'org_id', localField: 'id', label: ['Users', '用户'] },
    { entity: 'device', foreignField: 'org_id', localField: 'id', label: ['Devices', '设备'] },
    {
      entity: 'alarmGrade',
      foreignField: 'org_id',
      localField: 'id',
      label: ['Alarm severity', '报警级别'],
    },
  ],
  scope: 'id',
  tree: true,
  sort: ['create_time', 'ASC'],
  empty: [
    'Add an organisation for each customer or branch. Its users see its own locks and those of organisations below it.',
    '为每个客户或分支新建机构：其用户可查看本机构及下级机构的设备。',
  ],
  menu: { ...menu, icon: 'org' },
});

export const oper = entity('oper', ['User', '用户'], {
  noun: ['user |||| users', '用户'],
  fields: {
    operName: f.text(['Name', '姓名'], { required: true, max: 40 }),
    loginName: f.text(['Login name', '登录名'], {
      required: true,
      unique: true,
      caseless: true,
      max: 40,
      ...loginName,
    }),
    operPhone: f.text(['Phone', '手机号'], { ...mobileNumber, unique: true }),
    operEmail: f.email(['E-mail', '邮箱'], {
      on: ['create', 'edit', 'show', 'export'],
      help: ['For reports, lists and one-time codes', '用于接收报表、列表和验证码'],
    }),
    operCode: f.text(['Code', '编号'], {
      max: 20,
      help: ['Numbered by itself if left empty', '留空则自动编号'],
    }),
    language: f.choice(['Language', '语言'], language, {
      initial: 'zh_CN',
      on: ['create', 'edit', 'show', 'export'],
      help: ['Of mails to this user', '发送给该用户的邮件所用语言'],
    }),
    role_id: f.ref(['Role', '角色'], 'role', { required: true, via: 'roleName' }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'orgName' }),
    status: f.choice(['Status', '状态'], enabledChoice, { initial: 1, on: reportedViews }),
    locked: f.boolean(['Locked out', '已锁定'], { virtual: true, on: ['show'] }),
    invited: f.datetime(['Invitation valid until', '邀请有效期至'], {
      virtual: true,
      on: ['show'],
    }),
    last_login: f.datetime(['Last sign-in', '最近登录'], { on: readViews }),
    create_time,
    password: f.password(PASSWORD, newPassword),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  columns: ['operName', 'loginName', 'operPhone', 'role_id', 'org_id', 'status', 'last_login'],
  filter: ['operName', 'loginName', 'role_id', 'org_id', 'status'],
  form: [
    'role_id',
    ['operName', 'loginName'],
    ['operEmail', 'operPhone'],
    'password',
    'org_id',
    ['operCode', 'language'],
  ],
  more: ['operCode', 'language'],
  actions: {
    resetPassword: action(['Reset password', '重置密码'], {
      done: ['Password reset |||| %{smart_count} passwords reset', '已重置 %{smart_count} 个密码'],
      on: 'row',
      args: {
        password: f.password(['New password', '新密码'], {
          required: true,
          pattern: newPasswordPattern,
          rule: 'newPassword',
          confirm: true,
          help: [
            'The user must choose a new one at the next sign-in',
            '用户下次登录时需要修改密码',
          ],
        }),
      },
      icon: 'reset',
    }),
    enable,
    disable,
    unlock: action(['Allow sign-in', '解除锁定'], {
      done: [
        'Sign-in allowed again |||| Sign-in allowed for %{smart_count} users',
        '已解除 %{smart_count} 个用户的锁定',
      ],
      confirm: [
        'Let this user try to sign in again now?',
        '确定解除登录锁定，允许立即重新登录吗？',
      ],
      icon: 'unseal',
    }),
    invite: action(['Send invitation', '发送邀请'], {
      done: [
        'Invitation sent |||| %{smart_count} invitations sent',
        '已发送 %{smart_count} 封邀请',
      ],
      confirm: [
        'Mail a link to set a password? An earlier link is no longer valid then.',
        '确定发送设置密码的链接吗？此前的链接将失效。',
      ],
      grantedWith: 'resetPassword',
      when: { status: [1] },
      icon: 'mail',
    }),
  },
  empty: [
    'Add a user for everyone who signs in. The role decides what they see and may do.',
    '为每位登录者新建用户；角色决定其可见内容与操作权限。',
  ],
  menu: { ...menu, icon: 'person' },
});

export const role = entity('role', ['Role', '角色'], {
  noun: ['role |||| roles', '角色'],
  fields: {
    roleName: f.text(['Role', '角色名称'], {
      required: true,
      unique: 'org',
      max: 40,
      labels: Object.values(roleLabels),
    }),
    parent_id: f.refTree(['Superior role', '上级角色'], 'role', {
      required: true,
      via: 'parent_name',
      mine: true,
    }),
    grants: f.grants(['Permissions', '可见菜单与操作权限'], {
      virtual: true,
      on: ['create', 'edit', 'show'],
      help: [
        'Removing a permission here also removes it from the roles below',
        '此处取消的权限，下级角色也将同时失去',
      ],
    }),
    org_id: f.ref(['Organisation', '所属机构'], 'org', { via: 'org_name', on: reportedViews }),
    create_time,
  },
  scope: 'shared',
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  form: [['roleName', 'parent_id'], 'grants'],
  related: [
    { entity: 'oper', foreignField: 'role_id', localField: 'id', label: ['Users', '用户'] },
  ],
  empty: [
    'A role decides which menus its users see and what they may do. Add one below yours.',
    '角色决定用户可见的菜单与操作权限。请在您的角色之下新建。',
  ],
  menu: { ...menu, icon: 'role' },
});

/** `menu_url` of a group. */
const GROUP = '0';

export const menuItem = entity('menu', ['Menu', '菜单'], {
  noun: ['menu |||| menus', '菜单'],
  fields: {
    menuCode: f.text(['Code', '菜单编码'], {
      required: true,
      unique: true,
      max: 60,
      pattern: /^[A-Za-z0-9_-]+$/,
      message: ['Letters, digits, dashes and underscores', '只能包含字母、数字、短横线和下划线'],
      help: ['The address of the page', '页面地址'],
    }),
    menuName: f.text(['Name', '菜单名称'], {
      required: true,
      max: 60,
      inline: true,
      labels: 'menus',
    }),
    menuUrl: f.text(['Page', '页面'], {
      required: true,
      max: 120,
      initial: GROUP,
      help: ['Key of the page. 0 for a group of menus', '页面标识；0 表示菜单分组'],
    }),
    menuIcon: f.text(['Icon', '图标'], { max: 40 }),
    sort: f.number(['Order', '排序'], { integer: true, inline: true }),
    status: f.choice(['Status', '状态'], enabledChoice, { initial: 1 }),
    hidden: f.boolean(['Hidden', '隐藏'], {
      initial: false,
      help: ['Can be opened but is not in the sidebar', '可以访问，但不在侧边栏显示'],
    }),
    parent_id: f.refTree(['Parent', '上级菜单'], 'menu', {
      via: 'parent_name',
      help: ['Menus have two levels', '菜单最多两级'],
    }),
  },
  scope: 'shared',
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  filter: ['menuCode', 'menuName', 'parent_id', 'status'],
  form: [
    ['menuCode', 'menuName'],
    ['menuUrl', 'menuIcon'],
    ['parent_id', 'sort'],
    ['status', 'hidden'],
  ],
  title: 'menuName',
  tree: true,
  sort: ['sort', 'ASC'],
  related: [
    { entity: 'button', foreignField: 'menu_id', localField: 'id', label: ['Buttons', '按钮'] },
  ],
  empty: [
    'Menus open pages. Add a group, then the pages in it.',
    '菜单通向各页面。先新建分组，再添加其下的页面。',
  ],
  menu: { ...menu, icon: 'menu' },
});

export const button = entity('button', ['Button', '按钮'], {
  noun: ['button |||| buttons', '按钮'],
  fields: {
    btnCode: f.text(['Code', '按钮编码'], { required: true, unique: true, max: 80 }),
    btnName: f.text(['Name', '按钮名称'], {
      required: true,
      max: 60,
      inline: true,
      labels: 'buttons',
    }),
    actionUrl: f.text(['Call', '请求地址'], {
      required: true,
      max: 120,
      pattern: /^\/\S+$/,
      message: ['A path that begins with /', '必须是以 / 开头的路径'],
      help: ['The path it may call, such as /device/add', '允许调用的路径，例如 /device/add'],
    }),
    menu_id: f.refTree(['Menu', '所属菜单'], 'menu', { required: true, via: 'menuName' }),
  },
  scope: 'shared',
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  title: 'btnName',
  empty: [
    'A button stands for a call that you can grant to roles. Add one for a call of your own server.',
    '按钮对应一个请求，可授予角色。请为自己服务器的请求新建按钮。',
  ],
  menu: { ...menu, icon: 'menu' },
});
