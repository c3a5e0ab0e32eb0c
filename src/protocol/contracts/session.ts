import { type Static, type TProperties, Type } from 'typebox';
import type { AlarmSeverity } from '../../domain/alarm';
import { CALL } from '../calls';
import { type AnswerOf, contract, says } from './contract';
import { Cipher, component, orNull, Row, Texts } from './schemas';

/** Object without further members. */
const Exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

const Organisation = Exactly({
  id: Type.Integer(),
  org_name: Type.String(),
  logo: orNull<string>('string', { description: 'Path under imageServerUrl' }),
  hasSuperior: Type.Optional(
    Type.Boolean({ description: 'Whether another organisation stands above it' }),
  ),
});

const Operator = Exactly({
  id: Type.Integer({ description: '1 is the system administrator' }),
  operName: Type.String(),
  loginName: Type.String(),
  operCode: Type.Optional(Type.String()),
  operPhone: Type.Optional(orNull<string>('string')),
  roleName: Type.Optional(Type.String()),
  role_id: Type.Optional(Type.Integer()),
  orgVO: Organisation,
  mustChange: Type.Optional(
    Type.Boolean({ description: 'Until there is a new password nothing else can be done' }),
  ),
  lastLogin: Type.Optional(
    orNull<number>('integer', { description: 'ms since 1970; the present one after a login' }),
  ),
});

const Settings = Exactly({
  system_title: Type.Optional(orNull<string>('string')),
  map_type: Type.Optional(orNull<string>('string', { description: 'Initial map view' })),
  map_level: Type.Optional(orNull<number>('integer')),
  lat: Type.Optional(orNull<number>('number', { description: 'WGS-84 degrees' })),
  lon: Type.Optional(orNull<number>('number')),
  is_voice: Type.Optional(orNull<boolean>('boolean')),
  is_police_voice: Type.Optional(orNull<boolean>('boolean')),
  is_police_popup: Type.Optional(orNull<boolean>('boolean')),
  popup_severity: Type.Optional(
    orNull<AlarmSeverity>('integer', {
      description: 'Least severe of the alarms that are shown: 1 critical, 2 major, 3 or null all',
    }),
  ),
});

const Button = Exactly({
  btnCode: Type.String(),
  btnName: Type.String(),
  actionUrl: Type.String({ description: 'Path of the call' }),
});

const Menu = Exactly({
  id: Type.Integer(),
  sid: Type.Integer({ description: 'Id of the parent, 0 for none' }),
  remarks: Type.String({ description: 'The level, 1 at the top' }),
  menu_code: Type.String(),
  menu_name: Type.Optional(Type.String()),
  menu_url: Type.String({ description: 'Key of the page, 0 for a group' }),
  menu_icon: Type.String(),
  hidden: Type.Enum(['true', 'false'], {
    description: 'true: has a route but is not shown',
  }),
  buttons: Type.Optional(Type.Array(Button)),
});

/** Schemas that answers refer to, by their names among the components of the description. */
export const sessionComponents: Readonly<Record<string, object>> = {
  Operator,
  OperatorSettings: { ...Settings, type: ['object', 'null'] },
  Menu,
};

const OperatorRef = component<Static<typeof Operator>>('Operator');
const SettingsRef = component<Static<typeof Settings> | null>('OperatorSettings');
export const MenuRef = component<Static<typeof Menu>>('Menu');

const session = {
  token: Type.String({ description: 'Goes into the Authorization header of later calls' }),
  publicKey: Type.String({ description: 'RSA key for everything encrypted after login' }),
  oper: OperatorRef,
};

export const login = contract(CALL.LOGIN, ['Sign in', '登录'], {
  request: Type.Object({
    username: Type.Optional(Type.String()),
    phone: Type.Optional(
      Type.String({ description: 'Instead of username: the number of its owner' }),
    ),
    password: Cipher,
  }),
  answer: Exactly({
    ...session,
    operHobbyConfigVo: SettingsRef,
    imageServerUrl: Type.String(),
  }),
});

export const logout = contract(CALL.LOGOUT, ['Sign out', '退出登录'], {
  request: Type.Object({}),
  answer: Type.Null(),
});

const NewCipher = Type.Unsafe<string>({ ...Cipher, minLength: 1, ...says('needed') });

export const changePassword = contract(CALL.CHANGE_PASSWORD, ['Change password', '修改密码'], {
  request: Type.Object({ oldPassword: NewCipher, newPassword: NewCipher }),
  answer: Type.Null(),
});

/** Every link that is not valid gets the same error, so it does not show which users exist. */
export const acceptInvitation = contract(
  CALL.ACCEPT_INVITATION,
  ['Accept invitation', '接受邀请'],
  {
    request: Type.Object({
      token: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Of the link, which is valid once within 48 hours',
        writeOnly: true,
        ...says('needed'),
      }),
      newPassword: NewCipher,
    }),
    answer: Exactly({ username: Type.String({ description: 'Login name, to sign in with' }) }),
  },
);

export const getAuth = contract(CALL.GET_AUTH, ['Menus and buttons', '菜单和按钮'], {
  request: Type.Object({}),
  answer: Exactly({
    ...session,
    menus: Type.Array(MenuRef, { description: 'The tree as a flat list, linked by sid' }),
    operHobbyConfigVo: Type.Optional(SettingsRef),
    reads: Type.Optional(Texts({ description: 'Entities that the operator may list' })),
    live: Type.Optional(
      Type.Boolean({
        description: 'The operator may follow the live fleet; default: may list devices',
      }),
    ),
    filters: Type.Optional(
      Type.Literal(true, { description: 'Lists are narrowed by their filters' }),
    ),
    pageRoles: Type.Optional(
      Type.Literal(true, { description: 'The server answers /auth/pageRoles' }),
    ),
    sendsLists: Type.Optional(
      Type.Boolean({
        description:
          'An export with `to` is mailed to these operators; false without a mail account',
      }),
    ),
    invitations: Type.Optional(
      Type.Boolean({
        description: 'A user that is added without a password is invited by mail to set one',
      }),
    ),
  }),
});

/** Limit of the roles that an answer names. */
export const MAX_NAMED_ROLES = 3;

export const pageRoles = contract(CALL.PAGE_ROLES, ['Roles with a page', '拥有页面的角色'], {
  request: Type.Object({
    menu_code: Type.String({ description: 'Code of the menu of the page' }),
  }),
  answer: Exactly({ menu_name: Type.String(), roles: Texts({ maxItems: MAX_NAMED_ROLES }) }),
});

/** Null until the operator has saved a setting. */
export const settingsGet = contract(CALL.HOBBY_GET, ['My settings', '个人设置'], {
  request: Type.Object({}),
  answer: SettingsRef,
});

/** The rules of the settings' fields check them. */
export const settingsSave = contract(CALL.HOBBY_SAVE, ['Save my settings', '保存个人设置'], {
  request: Type.Unsafe<Static<typeof Settings>>(Row()),
  answer: SettingsRef,
});

/** Signed-in operator. Id 1 is the system administrator. */
export type OperVO = AnswerOf<typeof login>['oper'];
export type OperHobbyConfigVo = NonNullable<AnswerOf<typeof settingsGet>>;
export type LoginAnswer = AnswerOf<typeof login>;
export type AcceptInvitationAnswer = AnswerOf<typeof acceptInvitation>;
export type AuthAnswer = AnswerOf<typeof getAuth>;
export type MenuItem = AuthAnswer['menus'][number];
/** Permission of a menu. The button is shown, and its path may be called, only if it is granted. */
export type MenuButton = NonNullable<MenuItem['buttons']>[number];
/** Page that exists, but not for the caller. */
export type PageRoles = AnswerOf<typeof pageRoles>;

const BellMessage = Exactly({
  id: Type.Integer(),
  text: Type.String({ description: 'In the language of the caller, a line for each record' }),
  entity: Type.String({ description: 'Entity of the records' }),
  record: orNull<number>('integer', { description: 'Id of the record, null for several' }),
  at: Type.Integer({ description: 'ms since 1970' }),
});

export const bellUnread = contract(CALL.BELL_UNREAD, ['Unread messages', '未读消息'], {
  request: Type.Object({}),
  answer: Exactly({
    total: Type.Integer(),
    list: Type.Array(BellMessage, { description: 'The newest 50, newest first' }),
  }),
});

export const bellRead = contract(CALL.BELL_READ, ['Mark messages as read', '消息标为已读'], {
  request: Type.Object({ ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1000 }) }),
  answer: Type.Null(),
});
