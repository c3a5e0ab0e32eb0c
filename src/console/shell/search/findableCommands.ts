import type { AnyEntity, Command, Console } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { commandPath } from '../../../protocol';
import type { Grants } from '../../data';
import type { Findable } from './find';

/** A command that somebody may send, and whose records take it. */
export interface OfferedCommand {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly command: Command;
}

/** The granted commands of all entities, found by label and by code. */
export const findableCommands = (
  { entities }: Pick<Console, 'entities'>,
  granted: Grants,
  locale: Locale,
): Findable<OfferedCommand>[] =>
  entities.flatMap((entity) =>
    Object.entries(entity.commands as AnyEntity['commands'])
      .filter(([code]) => granted(`${entity.name}:${code}`, commandPath(code)))
      .map(([code, command]) => ({
        item: { entity, code, command },
        title: [textOf(command.label, locale)],
        codes: [`/${code}`],
      })),
  );
