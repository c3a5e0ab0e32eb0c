import { type RaRecord, useTranslate } from 'ra-core';
import type { Action, AnyEntity } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { type Offer, splitTargets, useUnmetText } from '../../commands';
import { useGrants } from '../../data';
import { useAction } from './ActionContext';
import { actionRights, offeredActions } from './offeredActions';

/** Whether a press of the button is enough: nothing to enter, nothing to think over. */
const isPlain = ({ args, confirm, danger }: Action) =>
  Object.keys(args).length === 0 && !confirm && !danger;

/**
 * The granted actions of an entity for the chosen records; `row` for one, `bulk` for many.
 * @param onDone called when an action was done with at least one of them
 */
export const useActionOffers = (
  entity: AnyEntity,
  records: readonly RaRecord[],
  place: 'row' | 'bulk',
  onDone?: () => void,
): Offer[] => {
  const translate = useTranslate();
  const text = useText();
  const granted = useGrants();
  const unmetText = useUnmetText(entity);
  const start = useAction();
  return offeredActions(entity, place)
    .filter(({ code }) => granted(...actionRights(entity, code)))
    .map(({ code, action }) => {
      const { able, blocked } = splitTargets(action, records);
      const first = blocked[0];
      const reason = () => {
        if (able.length > 0 || !first) return null;
        const why = unmetText(action, first);
        return records.length === 1 ? why : translate('screens.action.noneAble', { reason: why });
      };
      const counts = translate('commands.able', { able: able.length, all: records.length });
      const label = text(action.label);
      return {
        code,
        icon: action.icon,
        danger: action.danger,
        label: able.length > 0 && first ? `${label} (${counts})` : label,
        reason: reason(),
        open: () =>
          start({ entity, code, records, onDone, plain: place === 'row' && isPlain(action) }),
      };
    });
};
