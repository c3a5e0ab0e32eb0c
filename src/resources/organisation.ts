import { choices, entity, f } from '../config';

const status = choices(
  [
    [1, 'Enabled', '启用'],
    [0, 'Disabled', '停用'],
  ],
  { 1: 'success' },
);

const orgType = choices([
  [1, 'Operator', '运营商'],
  [2, 'Customer', '客户'],
  [3, 'Customs', '海关'],
]);

const menu = { group: 'system', icon: 'settings' };

export const org = entity('org', ['Organisation', '机构'], {
  fields: {
    org_name: f.text(['Organisation', '机构名称'], { required: true, unique: true, max: 60 }),
    org_type: f.choice(['Type', '机构类型'], orgType, { required: true, initial: 2 }),
    parent_id: f.refTree(['Parent organisation', '上级机构'], 'org', {
      required: true,
      via: 'parent_name',
    }),
    status: f.choice(['Status', '状态'], status, { initial: 1 }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'show', 'export'] }),
  },
  scope: 'id',
  sort: ['create_time', 'ASC'],
  menu: { ...menu, icon: 'org' },
});

export const oper = entity('oper', ['Operator', '操作员'], {
  fields: {
    operName: f.text(['Name', '姓名'], { required: true, max: 40 }),
    loginName: f.text(['Login name', '登录名'], { required: true, unique: true, max: 40 }),
    operPhone: f.text(['Phone', '手机号'], { max: 20, indexed: true }),
    operCode: f.text(['Code', '编号'], { max: 20 }),
    role_id: f.ref(['Role', '角色'], 'role', { required: true, via: 'roleName' }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'orgName' }),
    status: f.choice(['Status', '状态'], status, { initial: 1 }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'show', 'export'] }),
  },
  verbs: ['list', 'get', 'export'],
  menu: { ...menu, icon: 'person' },
});

export const role = entity('role', ['Role', '角色'], {
  fields: {
    roleName: f.text(['Role', '角色名称'], { required: true, unique: true, max: 40 }),
    parent_id: f.refTree(['Superior role', '上级角色'], 'role', { via: 'parent_name' }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'show', 'export'] }),
  },
  scope: 'shared',
  verbs: ['list', 'get', 'export'],
  menu: { ...menu, icon: 'role' },
});

export const menuItem = entity('menu', ['Menu', '菜单'], {
  fields: {
    menuCode: f.text(['Code', '菜单编码'], { required: true, unique: true, max: 60 }),
    menuName: f.text(['Name', '菜单名称'], { required: true, max: 60 }),
    menuUrl: f.text(['Page', '页面'], { required: true, max: 120 }),
    menuIcon: f.text(['Icon', '图标'], { max: 40 }),
    sort: f.number(['Order', '排序'], { integer: true }),
    status: f.choice(['Status', '状态'], status, { initial: 1 }),
    hidden: f.boolean(['Hidden', '隐藏'], { initial: false }),
    parent_id: f.refTree(['Parent', '上级菜单'], 'menu', { via: 'parent_name' }),
  },
  scope: 'shared',
  verbs: ['list', 'get', 'export'],
  title: 'menuName',
  sort: ['sort', 'ASC'],
  menu: { ...menu, icon: 'menu' },
});
