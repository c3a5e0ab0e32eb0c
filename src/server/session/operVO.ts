import type { OperVO } from '../../protocol';
import type { Operator } from '../calls';

/** The operator as login and getAuth answer it. */
export const operVO = (oper: Operator): OperVO => ({
  id: oper.id,
  operName: oper.operName,
  loginName: oper.loginName,
  operCode: oper.operCode ?? undefined,
  operPhone: oper.operPhone,
  roleName: oper.roleName ?? undefined,
  orgVO: { id: oper.org_id, org_name: oper.org_name, logo: oper.logo },
  mustChange: oper.mustChange,
  lastLogin: oper.lastLogin,
});
