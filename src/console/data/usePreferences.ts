import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useDataProvider } from 'react-admin';
import { MINOR } from '../../domain/alarm';
import { CALL, type OperHobbyConfigVo } from '../../protocol';
import { useAccess } from './access';
import type { ConsoleAuthProvider } from './authProvider';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { rememberPreferences } from './session';
import { typedCalls } from './typedCalls';

/** Notification of new alarms. By default, all are shown, critical ones are sounded, and speech is off. */
export const alarmSignals = (preferences: OperHobbyConfigVo | null | undefined) => ({
  is_police_popup: preferences?.is_police_popup !== false,
  is_police_voice: preferences?.is_police_voice !== false,
  is_voice: preferences?.is_voice === true,
  popup_severity: preferences?.popup_severity ?? MINOR,
});

/**
 * Returns the operator's preferences and a function that saves some of them. They are stored on the server and apply in
 * every browser.
 */
export const usePreferences = () => {
  const { preferences } = useAccess();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const queryClient = useQueryClient();
  const save = async (part: OperHobbyConfigVo): Promise<void> => {
    const next = { ...preferences, ...part };
    await typedCalls(dataProvider.call)(CALL.HOBBY_SAVE, next);
    rememberPreferences(next);
    authProvider?.forget();
    await queryClient.invalidateQueries({ queryKey: ['auth'] });
  };
  return { preferences, save };
};
