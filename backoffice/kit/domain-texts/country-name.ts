import { tagOf } from '#domain/language.ts'

/** 'Netherlands' for NL. */
export const countryName = (country: string, language: string): string =>
  new Intl.DisplayNames([tagOf(language)], { type: 'region' }).of(country) ?? country
