import type { EntityRules } from '../../entities';
import type { RulesRoom } from '../RulesRoom';
import { alarmConfigRules } from './alarmConfigRules';
import { deviceRules } from './deviceRules';

/** Devices and what belongs to each of them. */
export const devicesRules = ({ config }: RulesRoom): Readonly<Record<string, EntityRules>> => {
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  return {
    ...(isDeclared('alarmConfig') && { alarmConfig: alarmConfigRules, device: deviceRules }),
  };
};
