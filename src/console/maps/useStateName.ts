import { useLocaleState } from 'react-admin';
import { choiceLabel } from '../../domain/choices';
import { localeOf, textOf } from '../../domain/label';
import { type LockStatus, lockStatus } from '../../domain/lock';

/** The name of a lock state in the user's language. */
export const useStateName = () => {
  const [locale] = useLocaleState();
  return (status: LockStatus): string => {
    const label = choiceLabel(lockStatus, status);
    return label ? textOf(label, localeOf(locale)) : String(status);
  };
};
