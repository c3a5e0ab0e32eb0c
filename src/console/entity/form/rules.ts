import { yupResolver } from '@hookform/resolvers/yup';
import type { Resolver } from 'react-hook-form';
import { recordSchema } from '../../../fields/recordSchema';
import type { Values } from '../../../fields/views/form';

/** Returns the validation by the server's schema. It is a file of its own, because only forms need its library. */
export const rulesOf = (...schema: Parameters<typeof recordSchema>) =>
  yupResolver(recordSchema(...schema) as never) as unknown as Resolver<Values>;
