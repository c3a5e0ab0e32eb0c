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
  // Organisations have no logo of their own yet in the declarations.
  orgVO: { id: oper.org_id, org_name: oper.org_name, logo: null },
  mustChange: oper.mustChange,
  lastLogin: oper.lastLogin,
});
