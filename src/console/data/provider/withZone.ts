import { ownZone } from '../../../domain/zone';
import { ApiError } from '../../../protocol';

/**
 * Makes a call with the browser's time zone. A server that refuses the argument gets the call again without it: it may be
 * a customer's, or know fewer zones than the browser.
 */
export const withZone = async <T>(
  call: (body: { readonly zone?: string }) => Promise<T>,
): Promise<T> => {
  try {
    return await call({ zone: ownZone() });
  } catch (error) {
    if (error instanceof ApiError && error.fields?.zone !== undefined) return call({});
    throw error;
  }
};
