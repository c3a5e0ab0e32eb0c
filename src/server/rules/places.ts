import { areaOf, pointsHint, pointsOf } from '../../domain/fence';
import { boxOf } from '../../domain/geo/area';
import { invalid, type Values } from '../endpoint';
import type { Change, EntityRules } from '../entities';
import { readParameters } from '../parameters';
import { checkMembers, type Members } from './members';

const members: readonly Members[] = [
  { field: 'devices', table: 'device', title: 'sn', org: 'org_id', refusal: 'outsideFence' },
  { field: 'orgs', table: 'org', title: 'org_name', org: 'id', refusal: 'outsideFence' },
];

/** A fence that is older than a lower limit stays as it is; a shape that is drawn keeps to the limit of now. */
const checkPoints = async ({ db, values }: Change): Promise<void> => {
  if (values.fence_context === undefined) return;
  const { fence_max_points: max } = await readParameters(db);
  if (pointsOf(values.fence_context) > max) throw invalid({ fence_context: pointsHint(max) });
};

/** Where maps look for it. */
const boxed = ({ values, current }: Change): Values => {
  const area = areaOf({ ...current, ...values });
  return area ? { ...values, ...boxOf(area) } : values;
};

/** A fence has as many points as the system allows, and is about locks of its own organisation and of those below. */
export const fenceRules: EntityRules = {
  resolveInput: async (change) => {
    await checkPoints(change);
    await checkMembers(change, members);
    return boxed(change);
  },
};
