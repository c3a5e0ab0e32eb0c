import type { JsonSchema } from '../calls/endpoint';
import { MAX_NAMED_ROLES } from './roles';

const string: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };

const orNull = (type: string): JsonSchema => ({ type: [type, 'null'] });

const object = (properties: JsonSchema, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const operator = object(
  {
    id: { type: 'integer', description: '1 is the system administrator' },
    operName: string,
    loginName: string,
    operCode: string,
    operPhone: orNull('string'),
    roleName: string,
    role_id: integer,
    orgVO: object({
      id: integer,
      org_name: string,
      logo: { ...orNull('string'), description: 'Path under imageServerUrl' },
      hasSuperior: {
        type: 'boolean',
        description: 'Whether another organisation stands above it',
      },
    }),
    mustChange: {
      type: 'boolean',
      description: 'Until there is a new password nothing else can be done',
    },
    lastLogin: {
      ...orNull('integer'),
      description: 'ms since 1970; the present one after a login',
    },
  },
  ['operCode', 'roleName'],
);

const settings: JsonSchema = {
  ...object({
    system_title: orNull('string'),
    map_type: orNull('string'),
    map_level: orNull('integer'),
    lat: orNull('number'),
    lon: orNull('number'),
    is_voice: orNull('boolean'),
    is_police_voice: orNull('boolean'),
    is_police_popup: orNull('boolean'),
  }),
  type: ['object', 'null'],
};

const menu = object(
  {
    id: integer,
    sid: { type: 'integer', description: 'Id of the parent, 0 for none' },
    remarks: { type: 'string', description: 'The level, 1 at the top' },
    menu_code: string,
    menu_name: string,
    menu_url: { type: 'string', description: 'Key of the page, 0 for a group' },
    menu_icon: string,
    hidden: { enum: ['true', 'false'] },
    buttons: {
      type: 'array',
      items: object({ btnCode: string, btnName: string, actionUrl: string }),
    },
  },
  ['menu_name', 'buttons'],
);

/** JSON Schemas of the sign-in answers, by their component names in the API description. */
export const authSchemas: Readonly<Record<string, JsonSchema>> = {
  Operator: operator,
  OperatorSettings: settings,
  Menu: menu,
};

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const session = {
  token: { type: 'string', description: 'Goes into the Authorization header of later calls' },
  publicKey: { type: 'string', description: 'RSA key for everything encrypted after login' },
  oper: ref('Operator'),
  operHobbyConfigVo: ref('OperatorSettings'),
};

export const loginJson = object({ ...session, imageServerUrl: string });

/** Schema of `getAuth`'s answer; `AuthAnswer` is its type. */
export const authJson = object({
  ...session,
  menus: { type: 'array', items: ref('Menu') },
  reads: {
    type: 'array',
    items: string,
    description: 'Entities that the operator may list',
  },
  filters: { const: true, description: 'Lists are narrowed by their filters' },
  pageRoles: { const: true, description: 'The server answers /auth/pageRoles' },
});

export const pageRolesJson = object({
  menu_name: string,
  roles: { type: 'array', items: string, maxItems: MAX_NAMED_ROLES },
});
