import { ownZone } from '../../../domain/zone';
import { ApiError } from '../../../protocol';

/**
 * Makes a call with the browser's time zone. A server that refuses the call gets it again without the zone: it may be a
 * customer's that takes no further argument, or know fewer zones than the browser. A refused call has changed nothing.
 */
export const withZone = async <T>(
  call: (body: { readonly zone?: string }) => Promise<T>,
): Promise<T> => {
  try {
    return await call({ zone: ownZone() });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.kind === 'business';
    if (isRefused && (!error.fields || 'zone' in error.fields)) return call({});
    throw error;
  }
};
