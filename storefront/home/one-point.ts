import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** Editors write '{points} punten, helemaal voor jou'. For a single point it reads '1 punt, helemaal voor jou'. */
export const withOnePoint = (text: string, points: number, words: PageTexts): string =>
  points === 1 ? text.replace(`1 ${words.text('points')}`, `1 ${words.text('point')}`) : text
