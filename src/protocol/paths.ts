/** Paths of the calls that belong to no entity, under the API base. */
export const CALL = {
  LOGIN: '/login/login',
  LOGOUT: '/login/logout',
  CHANGE_PASSWORD: '/login/changePassword',
  GET_AUTH: '/auth/getAuth',
  HOBBY_GET: '/hobby/get',
  HOBBY_SAVE: '/hobby/save',
  LIVE_SNAPSHOT: '/live/snapshot',
  LIVE_CHANGES: '/live/changes',
  FILE_UPLOAD: '/file/upload',
} as const;

/** What can be done with every entity. */
export const entityVerbs = ['list', 'get', 'add', 'update', 'delete', 'export', 'import'] as const;

export type EntityVerb = (typeof entityVerbs)[number];

/** The path of an entity's call where the configuration names no other. */
export const entityPath = (entity: string, verb: EntityVerb): string => `/${entity}/${verb}`;

/** The path of an action's call, of a preview's and of a count's: `/oper/resetPassword`, `/device/count`. */
export const actionPath = (entity: string, code: string): string => `/${entity}/${code}`;

/** The path of a command's call where the configuration names no other. */
export const commandPath = (code: string): string => `/command/${code}`;
