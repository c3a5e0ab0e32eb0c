import type { Database } from '../../store';
import type { CommandCall, Refusal } from '../Fleet';
import { upgradePlan } from './upgradePlan';

/** The row of a lock that a command is for. */
export interface Target {
  readonly sn: string;
  readonly org_id: number;
  readonly [field: string]: unknown;
}

/** What a command turns into before it is sent. */
export interface Plan {
  /** What the locks get. */
  readonly args: CommandCall['args'];
  /** Why a lock that the sender sees cannot have it; nothing when it can. */
  readonly refuse: (target: Target) => Refusal[];
}

type Planner = (db: Database, call: CommandCall) => Promise<Plan>;

/** Commands whose arguments mean more to the server than to the lock. */
const planners: ReadonlyMap<string, Planner> = new Map([['upgrade', upgradePlan]]);

/** The plan of a command: of most, to send what the operator entered. */
export const planOf: Planner = async (db, call) =>
  planners.get(call.code)?.(db, call) ?? { args: call.args, refuse: () => [] };
