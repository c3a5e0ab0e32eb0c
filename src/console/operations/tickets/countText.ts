import { useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { operationOf } from '../offer/availability';
import type { StateCount, TicketBatch } from '../send/ticketBook';

/** Batches that are counted together. */
type Batches = readonly Pick<TicketBatch, 'entity' | 'code'>[];

/** Returns the name of a success, if one command has all batches: "sealed". */
const useParticiple = () => {
  const text = useText();
  return ([first, ...rest]: Batches): string | undefined => {
    if (!first || rest.some(({ code }) => code !== first.code)) return undefined;
    const { participle } = operationOf(first.entity.commands, first.code);
    return participle && text(participle);
  };
};

/** Returns a function that writes how many locks have a state: "9 sealed", "2 refused". */
export const useCountText = (batches: Batches): ((each: StateCount) => string) => {
  const translate = useTranslate();
  const participle = useParticiple()(batches);
  return ({ state, count }) =>
    translate('operations.panel.count', {
      count,
      state: (state === 'success' && participle) || translate(`operations.brief.${state}`),
    });
};

/** Returns a function that sums a batch up: "9 of 50 sealed · 3 waiting", or "Restart: 3 waiting" before a success. */
export const useBatchSummary = () => {
  const translate = useTranslate();
  const text = useText();
  const participleOf = useParticiple();
  return (batch: TicketBatch, counts: readonly StateCount[]): string => {
    const participle = participleOf([batch]);
    const total = batch.entries.length;
    const isDone = counts.some(({ state }) => state === 'success');
    const parts = counts.map(({ state, count }) =>
      participle && state === 'success' && count < total
        ? translate('operations.panel.countOf', { count, total, state: participle })
        : translate('operations.panel.count', {
            count,
            state: (state === 'success' && participle) || translate(`operations.brief.${state}`),
          }),
    );
    if (participle && isDone) return parts.join(' · ');
    const command = text(operationOf(batch.entity.commands, batch.code).label);
    return translate('operations.panel.news', { command, counts: parts.join(', ') });
  };
};
