import type { FieldError } from 'react-hook-form';
import type { Locale } from '../../../domain/label';
import { ruleText } from '../../../fields';

/** Why a value is refused, in the reader's language; undefined when it is not. */
export const messageOf = (error: FieldError | undefined, locale: Locale): string | undefined =>
  error && ruleText(error.message ?? '', locale);
