import type { Caller } from '../calls';
import type { Scope } from '../store';

/** What a caller sees: their organisation and everything below. */
export const scopeOf = ({ oper }: Caller): Scope => ({ orgId: oper.org_id });
