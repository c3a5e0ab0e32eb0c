import type { AnyEntity } from '../../../../config';

/** The columns a list shows, in order: those chosen that still exist, else those declared. Never none. */
export const shownColumns = (entity: AnyEntity, chosen: readonly string[] | null): string[] => {
  const known = (chosen ?? []).filter((name) => entity.list.includes(name));
  return known.length > 0 ? known : [...entity.columns];
};

/** Every column a list can show: the shown ones in their order, then the others in the declared one. */
export const offeredColumns = (entity: AnyEntity, shown: readonly string[]): string[] => [
  ...shown,
  ...entity.list.filter((name: string) => !shown.includes(name)),
];

/** Shows a column, before the first one that is declared after it, or hides it; the last one stays. */
export const toggled = (entity: AnyEntity, shown: readonly string[], name: string): string[] => {
  if (shown.includes(name)) {
    return shown.length > 1 ? shown.filter((each) => each !== name) : [...shown];
  }
  const declared: readonly string[] = entity.list;
  const place = declared.indexOf(name);
  const before = shown.findIndex((each) => declared.indexOf(each) > place);
  return before < 0 ? [...shown, name] : shown.toSpliced(before, 0, name);
};

/** The column whose values lead to the detail: the title where it is shown, else the first. */
export const leadColumn = (entity: AnyEntity, shown: readonly string[]): string | undefined =>
  shown.includes(entity.title) ? entity.title : shown[0];

/** Puts a shown column at a place, from 0; the others close up. */
export const placedAt = (shown: readonly string[], name: string, place: number): string[] => {
  const from = shown.indexOf(name);
  const to = Math.min(shown.length - 1, Math.max(0, place));
  return from < 0 ? [...shown] : shown.toSpliced(from, 1).toSpliced(to, 0, name);
};
