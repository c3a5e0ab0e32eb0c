import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { useReaderLocale } from '../../../fields/controls/useText';
import { useGrants } from '../../data';
import { useMenus } from '../MenuContext';
import type { MenuRoute } from '../routes/menuTree';
import { useShell } from '../ShellContext';
import { createFinder, type Finder } from './find';
import { findableCommands, type OfferedCommand } from './findableCommands';
import { findablePages } from './shownPages';
import { useCommandWay } from './useCommandWay';
import { useSyllables } from './useSyllables';

/** The search over pages and the one over commands, made anew with another language, pinyin or rights. */
export const useFinders = (): { pages: Finder<MenuRoute>; commands: Finder<OfferedCommand> } => {
  const { declared } = useShell();
  const menus = useMenus();
  const granted = useGrants();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const syllablesOf = useSyllables();
  const wayOf = useCommandWay();
  const pages = useMemo(
    () => createFinder(findablePages(menus, translate, locale === 'zh'), syllablesOf),
    [menus, translate, locale, syllablesOf],
  );
  const commands = useMemo(() => {
    const offered = findableCommands(declared, granted, locale);
    return createFinder(
      offered.filter(({ item }) => wayOf(item) !== undefined),
      syllablesOf,
    );
  }, [declared, granted, locale, syllablesOf, wayOf]);
  return { pages, commands };
};
