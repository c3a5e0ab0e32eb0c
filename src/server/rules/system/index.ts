import type { EntityRules } from '../../entities';
import { openMailer } from '../../notify';
import type { RulesRoom } from '../RulesRoom';
import { cardRenewalRules } from './cardRenewalRules';
import { dictItemRules, dictRules } from './dictRules';
import { emailKeyRules } from './emailKeyRules';
import { firmwareRules } from './firmwareRules';
import { mapKeyRules } from './mapKeyRules';

/** Dictionaries, map keys, mail accounts, SIM cards and firmware. */
export const systemRules = ({ db, files }: RulesRoom): Readonly<Record<string, EntityRules>> => ({
  dict: dictRules,
  dictItem: dictItemRules,
  mapKey: mapKeyRules('mapKey'),
  mapKeyWeb: mapKeyRules('mapKeyWeb'),
  emailKey: emailKeyRules(openMailer(db)),
  cardRenewal: cardRenewalRules,
  firmware: firmwareRules(files),
});
