import type { Translate } from '#backoffice/i18n/translator.tsx'
import { FIGURE_NAMES, type FigureName, FIGURES } from '#contract/reports/reports.staff.ts'
import { tagOf } from '#domain/language.ts'

export const isFigure = (name: string): name is FigureName =>
  FIGURE_NAMES.some((known) => known === name)

/** A number of its kind, in the reader's form. */
export function figureText(
  figure: FigureName,
  value: number,
  { language, euros }: { language: string; euros: (cents: number) => string },
): string {
  return FIGURES[figure] === 'cents' ? euros(value) : value.toLocaleString(language)
}

/** The list that a figure was summed from, with what it was asked by. */
export const figureHref = (
  figure: FigureName,
  asked: Readonly<Record<string, string | number | null | undefined>>,
): string => {
  const parts = Object.entries(asked).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `/backoffice/figures/${figure}?${new URLSearchParams(parts).toString()}`
}

/** A short date for a chart axis. */
export const shortDay = (day: string, language: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(tagOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** So many of so many, in whole hundredths. */
export const share = (part: number, whole: number, t: Translate): string =>
  whole === 0 ? '–' : t('reports.percent', { part: Math.round((100 * part) / whole) })
