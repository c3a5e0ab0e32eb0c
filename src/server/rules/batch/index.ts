import type { EntityRoom, EntityRules } from '../../entities';
import type { JobWork } from '../../jobs';
import type { RulesRoom } from '../RulesRoom';
import { batchWork } from './batchWork';
import { cardBatch } from './cardBatch';
import { deviceBatch } from './deviceBatch';
import { rulesOfBatch } from './rulesOfBatch';

export const batchRules = (room: RulesRoom): Readonly<Record<string, EntityRules>> => ({
  batchAddDevice: rulesOfBatch('batchAddDevice', deviceBatch(room.config), room),
  batchAddICCard: rulesOfBatch('batchAddICCard', cardBatch, room),
});

/** What the jobs of batches do. */
export const batchWorks = (room: EntityRoom): Readonly<Record<string, JobWork>> => {
  const work = batchWork(room);
  return { batchAddDevice: work, batchAddICCard: work };
};
