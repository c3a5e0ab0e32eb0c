import type { LoginAnswer, OperHobbyConfigVo, OperVO } from '../../../protocol';
import { readStored, writeStored } from './stored';

/** What only the login answer says, kept while the session lasts so that a reload still knows it. */
export interface LoginMemory {
  oper?: OperVO;
  imageServerUrl?: string;
  hobby?: OperHobbyConfigVo | null;
}

const KEY = 'login';

export const rememberLogin = ({
  oper,
  imageServerUrl,
  operHobbyConfigVo: hobby,
}: LoginAnswer): void => writeStored('local', KEY, { oper, imageServerUrl, hobby });

export const loginMemory = (): LoginMemory => {
  const stored = readStored('local', KEY);
  return typeof stored === 'object' && stored !== null ? stored : {};
};

/** Puts newly saved settings in the place of those that came with the login. */
export const rememberHobby = (hobby: OperHobbyConfigVo | null): void =>
  writeStored('local', KEY, { ...loginMemory(), hobby });

export const forgetLogin = (): void => writeStored('local', KEY, undefined);
