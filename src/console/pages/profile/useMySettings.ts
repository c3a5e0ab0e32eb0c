import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import { ApiError, CALL, type OperHobbyConfigVo } from '../../../protocol';
import { type ConsoleAuthProvider, type ConsoleDataProvider, useAccess } from '../../data';
import { rememberHobby } from '../../data/session';

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
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const values: MySettings = { ...kept, ...typed };

  const save = async () => {
    setSaving(true);
    setRefused({});
    const next: OperHobbyConfigVo = {
      ...hobby,
      system_title: values.system_title.trim() || null,
      map_type: values.map_type || null,
    };
    try {
      await dataProvider.call(CALL.HOBBY_SAVE, next);
      rememberHobby(next);
      setTyped({});
      notify('profile.settings.saved', { type: 'success' });
      authProvider?.forget();
      await queryClient.invalidateQueries({ queryKey: ['auth'] });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      setRefused(fields ?? {});
      if (!fields)
        notify(error instanceof Error ? error.message : 'data.hasError', { type: 'error' });
    } finally {
      setSaving(false);
    }
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
