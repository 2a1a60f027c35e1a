import type { Language } from '#domain/language.ts'

/** French writes the first day of a month as an ordinal number: 'mardi 1er décembre'. The platform writes '1'. */
export const withFirstDay = (written: string, dayOfMonth: number, language: Language): string =>
  language === 'fr' && dayOfMonth === 1 ? written.replace('1 ', '1er ') : written
