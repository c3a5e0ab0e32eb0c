import type { OperVO } from '../../protocol';
import type { Operator } from '../calls';

/** The operator as login and getAuth answer it. */
export interface SignedInOperVO extends OperVO {
  /** The password was chosen by somebody else: the console asks for a new one. */
  readonly mustChange: boolean;
}

export const operVO = (oper: Operator): SignedInOperVO => ({
  id: oper.id,
  operName: oper.operName,
  loginName: oper.loginName,
  operCode: oper.operCode ?? undefined,
  operPhone: oper.operPhone,
  roleName: oper.roleName ?? undefined,
  // Organisations have no logo of their own yet in the declarations.
  orgVO: { id: oper.org_id, org_name: oper.org_name, logo: null },
  mustChange: oper.mustChange,
});
