import type { RuntimeConfig } from '../../../protocol';

const texts = [
  'apiBase',
  'loginKey',
  'signSecret',
  'mapService',
  'imageServerUrl',
  'title',
] as const satisfies readonly (keyof RuntimeConfig)[];

/**
 * What the server says about itself, read once at start. Unknown entries stay, missing ones are empty texts.
 * @throws Error when there is no such file or it is not JSON: the console cannot work without it
 */
export const loadRuntimeConfig = async (): Promise<RuntimeConfig> => {
  const answer = await fetch('/config.json', { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`/config.json answered ${answer.status}`);
  const given: Record<string, unknown> = await answer.json();
  const known = Object.fromEntries(texts.map((name) => [name, String(given[name] ?? '')]));
  return { ...given, ...known } as unknown as RuntimeConfig;
};
