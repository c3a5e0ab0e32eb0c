/** What the roles that come with the server and its demo are called. */
export const roleLabels = {
  system: ['System administrator', '系统管理员'],
  administrator: ['Organisation administrator', '机构管理员'],
  shift: ['Operator on shift', '值班操作员'],
} as const;
