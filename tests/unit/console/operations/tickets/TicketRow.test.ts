import { describe, expect, it } from 'vitest';
import type { TicketEntry } from '../../../../../src/console/operations/send/ticketBook';
import { detailOf } from '../../../../../src/console/operations/tickets/TicketRow';
import { locales, textOf } from '../../../../../src/domain/label';
import { TICKET_ENDINGS } from '../../../../../src/domain/ticket';

describe('the result of a command for one lock', () => {
  const detail = (message: string, locale: (typeof locales)[number]) =>
    detailOf({ sn: 'A1', state: 'cancelled', message } as TicketEntry, locale);

  it.each(TICKET_ENDINGS.map((label) => [label[0], label] as const))(
    'shows the server’s reason in the reader’s language: %s',
    (stored, label) => {
      for (const locale of locales)
        expect(detail(stored, locale)).toEqual({ text: textOf(label, locale) });
    },
  );

  it('shows the lock’s own words unchanged', () => {
    expect(detail('Rope is open', 'zh')).toEqual({ text: 'Rope is open' });
  });
});
