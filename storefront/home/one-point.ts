import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** Editors write '{points} punten, helemaal voor jou'. For a single point it reads '1 punt, helemaal voor jou'. */
export const withOnePoint = (text: string, points: number, texts: PageTexts): string =>
  points === 1 ? text.replace(`1 ${texts.text('points')}`, `1 ${texts.text('point')}`) : text
