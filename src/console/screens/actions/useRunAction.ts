import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import { useText } from '../../../fields/controls/useText';
import { type ConsoleDataProvider, saveFile } from '../../data';
import { offeringOf, splitRecords } from '../../offers';
import type { ActionRequest } from './ActionContext';
import { type Outcome, runAction } from './runAction';

/** Does an action: files are saved, what changed is asked for again, and when all went well a word is said. */
export const useRunAction = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const text = useText();
  const [turns, setTurns] = useState<number>();

  const run = async (request: ActionRequest, args: object = {}): Promise<Outcome> => {
    const { entity, code, records } = request;
    const action = offeringOf(entity.actions, code);
    const ids = splitRecords(action, records).able.map(({ id }) => id);
    setTurns(0);
    const call = (some: readonly (string | number)[]) =>
      dataProvider.action(entity.name, code, some, args);
    const outcome = await runAction(call, ids, action.max, setTurns);
    setTurns(undefined);
    for (const file of outcome.files) saveFile(file);
    if (outcome.done > 0) void client.invalidateQueries();
    if (outcome.failed.length === 0 && outcome.error === undefined) {
      const [first] = outcome.files;
      const said = outcome.messages.join('\n') || first?.name;
      notify(said ?? 'screens.action.done', {
        type: 'success',
        messageArgs: { _: said, action: text(action.label), smart_count: outcome.done },
      });
    }
    return outcome;
  };
  return { run, turns };
};
