import type { AnyEntity } from '../../config';
import { ScreenBody } from './ScreenBody';

interface Props {
  readonly entity: AnyEntity;
  /** Two menus may show one entity: each has a list of its own. */
  readonly menuCode: string;
}

/** An entity as a screen: list, filters, detail, form, import and export, all from its declaration. */
export const EntityScreen = ({ entity, menuCode }: Props) => (
  <ScreenBody key={menuCode} entity={entity} menuCode={menuCode} />
);
