import { QueryClient } from '@tanstack/react-query';

/**
 * The memory of answers. A call is not made again by itself: ten seconds of waiting, four times, help nobody. And it
 * is made without internet, because the server may stand in the next room.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // The rights last as long as the page; react-admin would ask for them at every change of place.
  client.setQueryDefaults(['auth'], { staleTime: Number.POSITIVE_INFINITY });
  return client;
};
