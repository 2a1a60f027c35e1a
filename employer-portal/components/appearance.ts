import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { employerQuery } from '#employer-portal/api/portal-client.ts'

export type Appearance = EmployerAnswer<'appearance'>
export type ShopAppearance = Appearance['shops'][number]

/**
 * Logos, colours and shops of the employer. They change rarely, so they are fetched once per language. After a change of
 * language the previous ones stay until the new ones have loaded.
 */
export function useAppearance() {
  const { language } = useBackofficeLanguage()
  return useQuery({
    ...employerQuery('appearance', { language }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

/** The company's colours as the custom properties of `EmployerLayout.module.css`. */
export const brandStyle = ({ theme }: Pick<Appearance, 'theme'>): CSSProperties =>
  ({
    '--brand': theme.heading,
    '--on-brand': theme.on_heading,
    '--brand-ink': theme.ink,
    '--brand-ink-dark': theme.ink_dark,
    '--on-brand-ink-dark': theme.on_ink_dark,
  }) as CSSProperties

/** The first letters of the first and the last word. */
export function monogramOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
