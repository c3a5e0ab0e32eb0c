import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import { CALL, type OperHobbyConfigVo } from '../../../protocol';
import { type ConsoleAuthProvider, type ConsoleDataProvider, useAccess } from '../../data';
import { rememberHobby } from '../../data/session';
import { useCall } from './useCall';

/** What of an operator's settings is set here; '' is as the console has it. */
export interface MySettings {
  system_title: string;
  map_type: string;
}

/** The operator's own settings, which follow them to every browser: what is typed, and how it is kept. */
export const useMySettings = () => {
  const { hobby } = useAccess();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const kept: MySettings = {
    system_title: hobby?.system_title ?? '',
    map_type: hobby?.map_type ?? '',
  };
  const [typed, setTyped] = useState<Partial<MySettings>>({});
  const { busy: saving, refused, run } = useCall();
  const values: MySettings = { ...kept, ...typed };

  const save = async () => {
    const next: OperHobbyConfigVo = {
      ...hobby,
      system_title: values.system_title.trim() || null,
      map_type: values.map_type || null,
    };
    await run(async () => {
      await dataProvider.call(CALL.HOBBY_SAVE, next);
      rememberHobby(next);
      setTyped({});
      notify('profile.settings.saved', { type: 'success' });
      authProvider?.forget();
      await queryClient.invalidateQueries({ queryKey: ['auth'] });
    });
  };

  return {
    values,
    refused,
    saving,
    save,
    changed: values.system_title !== kept.system_title || values.map_type !== kept.map_type,
    change: (part: Partial<MySettings>) => setTyped((before) => ({ ...before, ...part })),
  };
};
