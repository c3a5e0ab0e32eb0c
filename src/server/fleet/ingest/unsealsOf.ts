import { unmet } from '../../../config';
import { device } from '../../../resources';
import type { RegionalRule } from '../regional/RegionalRule';
import type { DeviceState } from './deviceState';

/** A lock that is to be unsealed because it entered the region of a rule. */
export interface Unseal {
  readonly sn: string;
  readonly org_id: number;
  readonly rule: RegionalRule;
}

/**
 * The locks that are to be unsealed, by what is known at the end of a batch: still in a region they entered, and in a
 * state in which they can be. Once, however many regions that is.
 * @param entered what locks entered meanwhile, by serial number
 */
export const unsealsOf = (
  states: readonly DeviceState[],
  entered: ReadonlyMap<string, readonly RegionalRule[]>,
): Unseal[] =>
  states.flatMap((state) => {
    const { sn, org_id, regions } = state;
    const rule = entered.get(sn)?.find(({ id }) => regions.includes(id));
    const isPossible = unmet(device.commands.unseal.when, { ...state }).length === 0;
    return rule && isPossible ? [{ sn, org_id, rule }] : [];
  });
