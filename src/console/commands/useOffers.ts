import { useTranslate } from 'ra-core';
import type { AnyEntity } from '../../config';
import { useText } from '../../fields/controls/useText';
import { useGrants } from '../data';
import { useCommand } from './CommandContext';
import { commandRights, offeredCommands } from './offeredCommands';
import { splitTargets, type Target } from './targets';
import { useUnmetText } from './useUnmetText';

/** A command, or another thing that can be done with records, as a button or a menu item shows it. */
export interface Offer {
  readonly code: string;
  readonly icon: string | undefined;
  readonly danger: boolean;
  readonly label: string;
  /** Why it cannot be pressed now; null when it can. */
  readonly reason: string | null;
  readonly open: () => void;
}

/** The granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useOffers = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): Offer[] => {
  const translate = useTranslate();
  const text = useText();
  const granted = useGrants();
  const unmetText = useUnmetText(entity);
  const open = useCommand();
  return offeredCommands(entity, place)
    .filter(({ code }) => granted(...commandRights(entity, code)))
    .map(({ code, command }) => {
      const { able, blocked } = splitTargets(command, targets);
      const first = blocked[0];
      const some = able.length > 0 && first;
      const counts = translate('commands.able', { able: able.length, all: targets.length });
      const reason = () => {
        if (able.length > 0 || !first) return null;
        const why = unmetText(command, first);
        return targets.length === 1 ? why : translate('commands.noneAble', { reason: why });
      };
      return {
        code,
        icon: command.icon,
        danger: command.danger,
        label: some ? `${text(command.label)} (${counts})` : text(command.label),
        reason: reason(),
        open: () => open({ entity, code, targets }),
      };
    });
};
